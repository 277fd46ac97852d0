package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"shanmen/internal/base/id"
)

// Store keeps files under keys of our own making. Every method fails on a key that NewKey could
// not have made.
type Store interface {
	// Put stores exactly size bytes of r (at least one), all or nothing; an older file of that key is replaced. After
	// a nil error the file survives a crash.
	Put(ctx context.Context, key string, r io.Reader, size int64, contentType string) error
	// Open returns a file to be closed by the caller. Without one the error is an fs.ErrNotExist.
	Open(ctx context.Context, key string) (*File, error)
	// Delete removes a file; one that is not there is no error.
	Delete(ctx context.Context, key string) error
	// Each visits every stored file whose key begins with prefix, in no order, until visit fails.
	Each(ctx context.Context, prefix string, visit func(Stored) error) error
	// Check tells whether the store can be used now.
	Check(ctx context.Context) error
}

// File is an open stored file.
type File struct {
	io.ReadCloser
	Size int64 // bytes
}

// Stored is a file as a list of the store names it.
type Stored struct {
	Key      string
	Size     int64
	Modified time.Time // by the store's own clock
}

// OpenAt returns the store at an s3:// address or in a folder, which is made.
func OpenAt(place string) (Store, error) {
	if strings.HasPrefix(place, "s3://") {
		return openS3(place)
	}
	return openDisk(place)
}

// OpenToRead returns the store at an s3:// address or in a folder that is there. It changes nothing: the folder may be on
// a disk that can only be read. Without the folder the error is an fs.ErrNotExist.
func OpenToRead(place string) (Store, error) {
	if strings.HasPrefix(place, "s3://") {
		return openS3(place)
	}
	root, err := os.OpenRoot(place)
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	return &disk{root}, nil
}

// Open returns the S3 store of s3URL, or a folder named files in dataDir when s3URL is empty. It
// does not call S3 yet: Check does.
func Open(s3URL, dataDir string) (store Store, err error) {
	if s3URL != "" {
		store, err = openS3(s3URL)
	} else {
		store, err = openDisk(filepath.Join(dataDir, "files"))
	}
	if err != nil {
		return nil, err
	}
	return faultStore{store}, nil
}

// Now is the time of the store's own clock, by which the store dates its files: that of a file which exists only until its
// timestamp has been read. So it also shows that files can be written, listed and deleted there.
func Now(ctx context.Context, store Store) (now time.Time, err error) {
	clockKey := "store-clock-" + id.New() // several may ask at once
	if err := store.Put(ctx, clockKey, strings.NewReader("now"), 3, "text/plain"); err != nil {
		return now, err
	}
	err = store.Each(ctx, clockKey, func(f Stored) error {
		if f.Key == clockKey {
			now = f.Modified
		}
		return nil
	})
	if err = errors.Join(err, store.Delete(ctx, clockKey)); err == nil && now.IsZero() {
		err = errors.New("media: the store does not show what was just stored")
	}
	return now, err
}

// NewKey returns a new storage key such as receipt/0193…e1.jpg. Kind and ext are lower-case words of
// the program, never of a visitor.
func NewKey(kind, ext string) string { return kind + "/" + id.New() + "." + ext }

// errMisuse is a caller's mistake.
var errMisuse = errors.New("media")

const maxKey = 200

// No part of a key begins with a dot, so a key can name neither .. nor an unfinished file.
var keyForm = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]{1,5})?$`)

func checkKey(key string) error {
	if len(key) > maxKey || !keyForm.MatchString(key) {
		return fmt.Errorf("%w: not a storage key of ours", errMisuse)
	}
	return nil
}

// checkPut refuses empty files too: nothing of ours is empty, and some S3 servers refuse them.
func checkPut(key string, size int64) error {
	if size <= 0 {
		return fmt.Errorf("%w: nothing to store", errMisuse)
	}
	return checkKey(key)
}

// exactly fails with io.ErrUnexpectedEOF when r has fewer bytes than promised, and with an error when
// it has more.
func exactly(r io.Reader, size int64) io.Reader { return &exactReader{r: r, left: size} }

type exactReader struct {
	r    io.Reader
	left int64
}

func (e *exactReader) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n, err := e.r.Read(p[:min(int64(len(p)), e.left)])
	e.left -= int64(n)
	switch {
	case e.left == 0: // an S3 client stops reading here, so surplus bytes are looked for now
		if extra, _ := io.CopyN(io.Discard, e.r, 1); extra > 0 {
			return 0, fmt.Errorf("%w: more bytes than promised", errMisuse)
		}
		return n, nil
	case err == io.EOF:
		return n, fmt.Errorf("%w: %w", errMisuse, io.ErrUnexpectedEOF)
	}
	return n, err
}
