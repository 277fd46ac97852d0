// Package library adds, describes, replaces and deletes the pictures of the site. Package picture shows them.
//
// upload.go processes a picture through package media, and a job creates its widths. Texts name /media/ID only;
// picture.HTML adds widths and descriptions when a page is built. serve.go serves the files as immutable (decision 28).
package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/platform/picture"
	"shanmen/internal/platform/share"
)

// The limits of the library.
const (
	MaxBytes    = 5 << 30 // of all pictures, including their widths
	MaxPictures = 10_000
	// perHour is how many pictures one person may upload in an hour: enough for a festival's photos, but it stops a
	// runaway program.
	perHour = 600
	longest = 300 // maximum characters of a description
	// comesBack is how long a deleted picture can be restored.
	comesBack = 24 * time.Hour
)

// KindWidths is the outbox job that creates the widths of a picture.
const KindWidths = "picture-widths"

// Service manages the library.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Files    media.Store
	Pictures *media.Sanitizer
	Log      *slog.Logger
}

// widthsJob is the payload of KindWidths.
type widthsJob struct {
	ID  string `json:"id"`
	Rev int64  `json:"rev"`
}

// owner is the queue user under which library pictures are decoded.
func owner(userID string) string { return "library " + userID }

// MakeWidths is the outbox handler of KindWidths. It is idempotent: it ends if the widths exist or the picture was
// replaced.
func (s *Service) MakeWidths(ctx context.Context, _ string, args json.RawMessage) error {
	var job widthsJob
	if err := json.Unmarshal(args, &job); err != nil {
		return outbox.Permanent(fmt.Errorf("widths of a picture: %w", err))
	}
	p, err := s.DB.Read().Picture(ctx, job.ID)
	if errors.Is(err, db.ErrNoRows) || err == nil && (p.Rev != job.Rev || p.Ready) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("picture %s: %w", job.ID, err)
	}
	whole, err := s.read(ctx, p)
	if err != nil {
		return err
	}
	made, err := s.Pictures.InWidths(ctx, owner(p.AddedBy), whole)
	if err != nil {
		return fmt.Errorf("widths of picture %s: %w", p.ID, err)
	}
	var rows []query.PictureFileAddParams
	var more int64
	for _, w := range made {
		for format, data := range map[string][]byte{"jpg": w.JPEG, "webp": w.WebP} {
			key, err := s.store(ctx, format, data)
			if err != nil {
				return err // files stored already are swept, because no row names them
			}
			more += int64(len(data))
			rows = append(rows, query.PictureFileAddParams{
				StorageKey: key, PictureID: p.ID, Rev: p.Rev, Width: int64(w.Width), Height: int64(w.Height), Format: format, Bytes: int64(len(data)),
			})
		}
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.PictureReady(ctx, query.PictureReadyParams{More: more, ID: p.ID, Rev: p.Rev})
		if err != nil {
			return fmt.Errorf("picture %s: %w", p.ID, err)
		}
		if n == 0 { // replaced, or processed by another worker: delete these files
			var keys []string
			for _, row := range rows {
				keys = append(keys, row.StorageKey)
			}
			return s.forget(ctx, tx, keys)
		}
		for _, row := range rows {
			if err := tx.PictureFileAdd(ctx, row); err != nil {
				return fmt.Errorf("picture %s: %w", p.ID, err)
			}
		}
		return content.Changed(ctx, tx, picture.Tag(p.ID))
	})
}

// ForSharing crops a picture for link previews in chats (share.Photographer).
func (s *Service) ForSharing(ctx context.Context, photo share.Photo) ([]byte, error) {
	data, err := s.file(ctx, photo.Key)
	if err != nil {
		return nil, err
	}
	return media.Cropped(data, photo.X, photo.Y, share.Width, share.Height, share.MostBytes)
}

// read returns the whole picture.
func (s *Service) read(ctx context.Context, p query.Picture) ([]byte, error) {
	f, err := s.DB.Read().PictureFile(ctx, query.PictureFileParams{PictureID: p.ID, Rev: p.Rev, Width: 0, Format: "jpg"})
	if err != nil {
		return nil, fmt.Errorf("file of picture %s: %w", p.ID, err)
	}
	return s.file(ctx, f.StorageKey)
}

func (s *Service) file(ctx context.Context, key string) ([]byte, error) {
	file, err := s.Files.Open(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("picture %s: %w", key, err)
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("picture %s: %w", key, err)
	}
	return data, nil
}

// forget deletes files whose rows are gone.
func (s *Service) forget(ctx context.Context, tx *db.Tx, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	_, err := outbox.Add(ctx, tx, outbox.Job{Kind: media.KindForgetFiles, Args: keys, NotBefore: s.Clock.Now()})
	return err
}

// Sweep deletes pictures that were removed a day ago.
func (s *Service) Sweep(ctx context.Context) error {
	before := clock.MillisOf(s.Clock.Now().Add(-comesBack))
	gone, err := s.DB.Read().PicturesGoneBefore(ctx, before)
	if err != nil {
		return fmt.Errorf("deleted pictures: %w", err)
	}
	for _, pictureID := range gone {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			p, err := tx.PictureLock(ctx, pictureID)
			if errors.Is(err, db.ErrNoRows) || err == nil && (p.GoneAt == 0 || p.GoneAt >= before) {
				return nil // restored, or deleted by another replica
			}
			if err != nil {
				return fmt.Errorf("picture %s: %w", pictureID, err)
			}
			keys, err := tx.PictureFilesDrop(ctx, query.PictureFilesDropParams{PictureID: pictureID, Rev: p.Rev})
			if err != nil {
				return fmt.Errorf("files of picture %s: %w", pictureID, err)
			}
			if err := s.forget(ctx, tx, keys); err != nil {
				return err
			}
			if err := tx.PictureDrop(ctx, pictureID); err != nil {
				return fmt.Errorf("picture %s: %w", pictureID, err)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
