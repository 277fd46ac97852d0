package db

import (
	"errors"
	"fmt"
	"os"
)

// ErrReplaced means that the database which was opened is no longer the one at its address: its file was
// deleted or replaced, or another database answers there. Nothing more is written.
var ErrReplaced = errors.New("the database is not the one that was opened")

// openFiles are the files of an open SQLite database as they were when it was opened. SQLite goes on in a file
// that has been deleted, where everything is lost with the process.
type openFiles struct{ files []openFile }

type openFile struct {
	path string
	info os.FileInfo
}

func openFilesAt(path string) (openFiles, error) {
	var s openFiles
	for _, f := range files(path) {
		info, err := os.Stat(f)
		if err != nil {
			return s, err
		}
		s.files = append(s.files, openFile{absolute(f), info})
	}
	return s, nil
}

// check compares device and inode.
func (s openFiles) check() error {
	for _, f := range s.files {
		now, err := os.Stat(f.path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return fmt.Errorf("%w: %s was deleted", ErrReplaced, f.path)
		case err != nil:
			return fmt.Errorf("%w: %w", ErrReplaced, err)
		case !os.SameFile(now, f.info):
			return fmt.Errorf("%w: %s was replaced by another file", ErrReplaced, f.path)
		}
	}
	return nil
}
