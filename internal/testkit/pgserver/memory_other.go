//go:build !linux

package main

// folderInMemory is Linux's.
func folderInMemory() string { return "" }
