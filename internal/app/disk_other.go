//go:build !linux && !darwin

package app

// roomAt has nobody to ask here.
func roomAt(string) (DiskRoom, error) { return DiskRoom{}, errDiskUnknown }

// sameDisk has nobody to ask either.
func sameDisk(string, string) (bool, error) { return false, errDiskUnknown }
