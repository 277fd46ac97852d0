package app

import (
	"errors"
	"os"
	"path/filepath"

	"shanmen/internal/office/today"
)

// diskLeast is how many bytes should be free beside a second copy of the built-in database, which a backup and a large
// migration write there: a hundred uploads of the largest kind, so that somebody has days and not hours. It is no share of
// the disk: a twentieth of a small one is nothing, and of a large one needlessly much.
const diskLeast = 1 << 30

// errDiskUnknown: the system does not tell what is free.
var errDiskUnknown = errors.New("what is free on the disk is not known on this system")

// DiskRoom is what the disk of a folder has, in bytes.
type DiskRoom struct {
	Free  int64 // for this program: what is kept back for root does not count
	Total int64
}

// machineDisk tells what is free where DATA_DIR is, and where its pictures are if a disk of their own is mounted there:
// the fuller one counts. What lies in PostgreSQL or S3 is not seen from here.
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

// dataRoom is the room of the fuller disk under DATA_DIR, and how much of it should be free.
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
	case errors.Is(err, os.ErrNotExist): // nothing was kept yet
		return room, needed, nil
	case err != nil:
		return files, needed, err
	case files.Free < room.Free:
		return files, needed, nil
	}
	return room, needed, nil
}

// tellOfDisk writes to the log what Today says, for whoever runs the program and opens no office.
func (a *App) tellOfDisk() {
	if part := a.machineDisk(); part.State == "low" {
		a.Log.Warn("little room is left on the disk", "folder", absolute(a.Config.DataDir), "free", part.Free, "needed", part.Needed)
	}
}
