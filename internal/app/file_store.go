package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// A picture that one replica keeps in its folder is missing on every other. So the replicas of one PostgreSQL keep their
// files in one place, and each says again and again which it is.

const (
	saysStore = 10 * time.Second // how often
	storeLeft = 3 * saysStore    // a replica that has said nothing for so long has ended
	clockSkew = 10 * storeLeft   // between machines; a moment that lies further ahead is a mistake
	storeFile = "files-id"       // names the folder's files, in DATA_DIR
)

// fileStore is where a replica keeps files.
type fileStore struct {
	id    string // the same for all who see the same files
	place string // for people
}

// store tells where the files are. A folder has an id of its own, in which replicas that share a volume agree.
func (c Config) store() (fileStore, error) {
	if c.S3URL != "" {
		u, err := url.Parse(c.S3URL)
		if err != nil {
			return fileStore{}, errors.New("S3_URL is no address") // the error would show its secret
		}
		return fileStore{id: "s3://" + u.Host + u.Path, place: "the bucket " + u.Host + u.Path}, nil
	}
	known, err := nameFolder(c.DataDir)
	if err != nil {
		return fileStore{}, fmt.Errorf("DATA_DIR: %w", err)
	}
	host, _ := os.Hostname() // only for people
	return fileStore{id: known, place: fmt.Sprintf("the folder %s of %q", absolute(c.DataDir), host)}, nil
}

// nameFolder reads the folder's id, and gives it one where it has none.
func nameFolder(dir string) (string, error) {
	path := filepath.Join(dir, storeFile)
	known, err := readName(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return known, err
	}
	// Two that start at once must agree: the whole file appears at once, and the first one stays. A volume that knows no
	// second names keeps the last one, and the other replica is refused: it starts when it is started again.
	temp, err := os.CreateTemp(dir, "."+storeFile+"-")
	if err != nil {
		return "", err
	}
	defer os.Remove(temp.Name())
	_, err = temp.WriteString(id.New())
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return "", err
	}
	if err := os.Link(temp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		if err := os.Rename(temp.Name(), path); err != nil {
			return "", err
		}
	}
	return readName(path)
}

// readName refuses an empty file: two folders would seem to be one.
func readName(path string) (string, error) {
	known, err := os.ReadFile(path)
	if err == nil && len(known) == 0 {
		err = fmt.Errorf("%s is empty: remove it", absolute(path))
	}
	return string(known), err
}

// agreeOnFiles refuses to serve while replicas that live keep files elsewhere. Whether the last one that said so still
// lives is seen within half a minute. With the built-in database there is one program, and nothing to agree on.
func (a *App) agreeOnFiles(ctx context.Context) error {
	if a.Config.DatabaseURL == "" {
		return nil
	}
	mine, err := a.Config.store()
	if err != nil {
		return err
	}
	for seen := clock.Millis(0); ; {
		agreed, err := a.keepFilesIn(ctx, mine)
		if err != nil {
			return err
		}
		if agreed {
			a.files = &mine
			return nil
		}
		other, err := a.DB.Read().FileStore(ctx)
		switch {
		case err != nil:
			return fmt.Errorf("where replicas keep files: %w", err)
		case seen == 0:
			seen = other.SeenAt
			a.Log.Info("files were kept elsewhere: waiting to see whether a replica still runs there", "place", other.Place)
		case seen != other.SeenAt:
			return fmt.Errorf("another replica of this temple keeps its files in %s, this one in %s: pictures that one of them takes would be missing on the other. Name one bucket for all with S3_URL, or stop the other replica and start this one half a minute later", other.Place, mine.place)
		}
		if !sleep(ctx, time.Second) {
			return ctx.Err()
		}
	}
}

// keepFilesIn says where this replica keeps files; it is false while others keep them elsewhere.
func (a *App) keepFilesIn(ctx context.Context, s fileStore) (agreed bool, err error) {
	now := a.Clock.Now()
	err = a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.KeepFilesIn(ctx, query.KeepFilesInParams{
			Store: s.id, Place: s.place, Now: clock.MillisOf(now),
			Stale: clock.MillisOf(now.Add(-storeLeft)), Ahead: clock.MillisOf(now.Add(clockSkew)),
		})
		agreed = n == 1
		return err
	})
	if err != nil {
		return false, fmt.Errorf("where replicas keep files: %w", err)
	}
	return agreed, nil
}

// sayStore goes on with it. A replica that stood still for so long that another place was agreed on is not ready while
// that one is used.
func (a *App) sayStore(ctx context.Context) error {
	agreed, err := a.keepFilesIn(ctx, *a.files)
	if err == nil { // that the database is away databaseInPlace says
		a.filesElsewhere.Store(!agreed)
	}
	return err
}
