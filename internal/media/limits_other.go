//go:build !linux

package media

// ownProgram is empty: it is asked for by name.
const ownProgram = ""
