//go:build !linux

package media

// limitData does nothing: only Linux limits what a process writes to.
func limitData(uint64) {}

// ownProgram is empty: it is asked for by name.
const ownProgram = ""
