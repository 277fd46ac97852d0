package app

import (
	"errors"
	"os"
	"path/filepath"

	"shanmen/internal/office/today"
)

// diskLeast is how many bytes should stay free in addition to a second copy of the built-in database, which a backup or
// a large migration writes there: a hundred of the largest uploads, so that the operator has days to react. It is not a
// percentage, which is too little on a small disk and too much on a large one.
const diskLeast = 1 << 30

// errDiskUnknown: the system does not report free space.
var errDiskUnknown = errors.New("what is free on the disk is not known on this system")

// DiskRoom is the free space on the disk of a folder, in bytes.
type DiskRoom struct {
	Free  int64 // available to this program, without the blocks reserved for root
	Total int64
}

// machineDisk reports the free space of DATA_DIR and of its pictures if they have a disk of their own; the fuller one
// counts. Space in PostgreSQL or S3 is not visible here.
func (a *App) machineDisk() today.MachinePart {
	part := today.MachinePart{What: "disk", State: "good"}
	built := a.Config.DatabaseURL == ""
	switch {
	case !built && a.Config.S3URL != "":
		part.State = "outside"
		return part
	case !built:
		part.State = "files"
	}
	room, needed, err := a.dataRoom()
	switch {
	case errors.Is(err, errDiskUnknown):
		part.State = "unknown"
	case err != nil:
		a.Log.Warn("the disk does not tell what is free", "error", err)
		part.State, part.Bad = "away", true
	case room.Free < needed:
		part.State, part.Bad = "low", true
	}
	part.Free, part.Size, part.Needed = room.Free, room.Total, needed
	return part
}

// dataRoom returns the space of the fuller disk under DATA_DIR, and how much should be free.
func (a *App) dataRoom() (room DiskRoom, needed int64, err error) {
	needed = diskLeast
	if a.Config.DatabaseURL == "" {
		if info, err := os.Stat(filepath.Join(a.Config.DataDir, databaseName)); err == nil {
			needed += info.Size()
		}
	}
	if room, err = a.DiskRoom(a.Config.DataDir); err != nil {
		return room, needed, err
	}
	if a.Config.S3URL != "" {
		return room, needed, nil
	}
	files, err := a.DiskRoom(filepath.Join(a.Config.DataDir, "files"))
	switch {
	case errors.Is(err, os.ErrNotExist): // nothing stored yet
		return room, needed, nil
	case err != nil:
		return files, needed, err
	case files.Free < room.Free:
		return files, needed, nil
	}
	return room, needed, nil
}

// warnOfFullDisk logs the disk state that Today shows, for operators who do not use the office.
func (a *App) warnOfFullDisk() {
	if part := a.machineDisk(); part.State == "low" {
		a.Log.Warn("little room is left on the disk", "folder", absolute(a.Config.DataDir), "free", part.Free, "needed", part.Needed)
	}
}
