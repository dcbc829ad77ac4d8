//go:build unix

package main

import (
	"syscall"
	"time"
)

// ownTime is the processor time of this process.
func ownTime() time.Duration {
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		return 0
	}
	return time.Duration(own.Utime.Nano() + own.Stime.Nano())
}
