// Package host holds what the launcher needs from the operating system: file locks shared between processes, the account a
// server runs as, the life of a process, and the folders that belong to sqlq.
package host
