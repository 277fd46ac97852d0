//go:build !linux

package media

// ownProgram is empty: the program is started by its name.
const ownProgram = ""
