//go:build !darwin

package app

func machineMemory(root string) int64 { return procMemory(root) }
