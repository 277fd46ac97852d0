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

// A picture stored in one replica's folder would be missing on the others. So the replicas of one PostgreSQL must share
// one file store; each announces its store's id repeatedly.

const (
	renewFileStoreEvery = 10 * time.Second        // announcement interval
	storeLeft           = 3 * renewFileStoreEvery // a replica that has not announced itself for this long has ended
	clockSkew           = 10 * storeLeft          // tolerance between machines' clocks; an announcement further ahead is ignored
	storeFile           = "files-id"              // file in DATA_DIR that stores the folder's id
)

// fileStore identifies where a replica stores files.
type fileStore struct {
	id    string // equal for all replicas that see the same files
	place string // description for people
}

// store identifies the file store. A folder has a random id of its own, which replicas on a shared volume have in
// common.
func (c Config) store() (fileStore, error) {
	if c.S3URL != "" {
		u, err := url.Parse(c.S3URL)
		if err != nil {
			return fileStore{}, errors.New("S3_URL is no address") // the parser's error would contain the secret
		}
		return fileStore{id: "s3://" + u.Host + u.Path, place: "the bucket " + u.Host + u.Path}, nil
	}
	known, err := nameFolder(c.DataDir)
	if err != nil {
		return fileStore{}, fmt.Errorf("DATA_DIR: %w", err)
	}
	host, _ := os.Hostname() // only part of the description
	return fileStore{id: known, place: fmt.Sprintf("the folder %s of %q", absolute(c.DataDir), host)}, nil
}

// nameFolder reads the folder's id, or creates one.
func nameFolder(dir string) (string, error) {
	path := filepath.Join(dir, storeFile)
	known, err := readName(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return known, err
	}
	// Two replicas that start together must get the same id: the complete file appears atomically by a hard link, and
	// the first one stays. On a volume without hard links the last one stays, and the replica with the other id is
	// refused; it succeeds when it is restarted.
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

// readName refuses an empty id file, which would make two folders look the same.
func readName(path string) (string, error) {
	known, err := os.ReadFile(path)
	if err == nil && len(known) == 0 {
		err = fmt.Errorf("%s is empty: remove it", absolute(path))
	}
	return string(known), err
}

// claimFileStore refuses to serve while other live replicas use another file store. Whether the last announcement is from
// a live replica is known within half a minute. The built-in database has one program, so nothing to agree on.
func (a *App) claimFileStore(ctx context.Context) error {
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

// keepFilesIn announces this replica's file store. It returns false while others use another one.
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

// renewFileStore repeats the announcement. A replica that was suspended so long that another store was agreed on is not ready
// while that one is in use.
func (a *App) renewFileStore(ctx context.Context) error {
	agreed, err := a.keepFilesIn(ctx, *a.files)
	if err == nil { // databaseInPlace reports an unavailable database
		a.filesElsewhere.Store(!agreed)
	}
	return err
}
