// Package pglocal runs a PostgreSQL server for one machine and one user, without setting anything up.
//
// Start makes a cluster on first use, starts its server, or joins the one that runs already; every process that started or
// joined holds a share, and when the last share is gone (by Close, by exit, or by SIGKILL) the server stops. Keep holds a share
// that outlives the command. The server listens on a Unix socket in a folder of mode 0700 and nowhere else.
//
// Three lock files in the root folder carry this between processes, and the kernel gives a dead process's locks back:
//
//	start.lock   exclusive while a process starts or joins
//	users.lock   shared by every user of the server for as long as it uses it
//	reaper.lock  exclusive by the one watcher, which waits for users.lock to come free and then stops the server
//
// The watcher is this program run again, so MaybeReap must be the first call of main, and of every TestMain.
// Binaries come from package bundle, unless Config.BinDir names them.
package pglocal
