//go:build !linux

package main

// folderInMemory is only supported on Linux.
func folderInMemory() string { return "" }
