package db

import (
	"errors"
	"fmt"
	"os"
)

// ErrReplaced means that the opened database is no longer at its address: its file was deleted or replaced, or another
// database answers. Nothing more is written.
var ErrReplaced = errors.New("the database is not the one that was opened")

// openFiles identifies the files of an open SQLite database. SQLite continues to write to a deleted file, and the data
// is lost when the process ends.
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

// check compares device and inode numbers.
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
