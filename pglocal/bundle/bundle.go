package bundle

import "io"

// The versions that are fetched, and the oldest and newest major that may be found.
const (
	FetchedVersion = "18.4.0"
	FetchedMajor   = 18
	MinMajor       = 15
	MaxMajor       = 18
)

// EnvBin names the environment variable that overrides every search.
const EnvBin = "SQLQ_PG_BIN"

// Bundle is a usable set of server binaries.
type Bundle struct {
	BinDir  string
	Version string // as the server prints it, for example 18.4
	Major   int
}

// Config says which bundle is wanted.
type Config struct {
	Major int       // 0 is any, preferably FetchedMajor
	Log   io.Writer // where to show progress; a terminal gets a bar, anything else lines, nil silence
}
