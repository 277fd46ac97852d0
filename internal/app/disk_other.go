//go:build !linux && !darwin

package app

// roomAt is not supported on this platform.
func roomAt(string) (DiskRoom, error) { return DiskRoom{}, errDiskUnknown }

// sameDisk is not supported on this platform.
func sameDisk(string, string) (bool, error) { return false, errDiskUnknown }
