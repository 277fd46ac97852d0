package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/platform/picture"
)

// Uploaded is a picture that was just uploaded.
type Uploaded struct {
	Picture One    `json:"picture"`
	Alike   []Item `json:"alike" doc:"Pictures of the library that look like it"`
}

// alikeBits is the maximum Hamming distance (media.Distance) between 64-bit hashes of similar pictures.
const alikeBits = 6

// mostAlike is how many similar pictures are shown.
const mostAlike = 4

// Upload stores one picture: multipart, one part named file. ?replaces= names the picture whose file it becomes; its
// description and uses stay. Further faults besides media's: "library-full", "pictures-too-many".
func (s *Service) Upload(w http.ResponseWriter, r *http.Request) error {
	return s.upload(w, r, r.URL.Query().Get("replaces"))
}

// UploadPhoto is Upload for roles that may add but not replace pictures: a photo of the altar for the families.
func (s *Service) UploadPhoto(w http.ResponseWriter, r *http.Request) error {
	return s.upload(w, r, "")
}

func (s *Service) upload(w http.ResponseWriter, r *http.Request, replaces string) error {
	ctx, userID := r.Context(), httpd.VisitorOf(r.Context()).UserID
	leave, err := s.Pictures.Enter(owner(userID))
	if err != nil {
		return err
	}
	defer leave()
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return httpd.CountHit(ctx, tx, s.Clock.Now(), "library:"+userID, perHour, time.Hour)
	})
	if err != nil {
		return err
	}
	if wait > 0 {
		return fault.TooMany("uploads-too-many", wait)
	}
	m, err := s.receive(ctx, r, userID)
	if err != nil {
		return err
	}
	key, err := s.store(ctx, "jpg", m.JPEG)
	if err != nil {
		return err
	}
	out, err := s.keep(ctx, userID, replaces, m, key)
	if err != nil {
		if !db.Unsure(err) { // a row may name it; otherwise the sweep deletes it
			if gone := s.Files.Delete(context.WithoutCancel(ctx), key); gone != nil {
				s.Log.Warn("a picture without a row stays for now", "key", key, "error", gone)
			}
		}
		return err
	}
	return httpd.WritePrivateJSON(w, out)
}

// receive decodes and sanitises the request's picture.
func (s *Service) receive(ctx context.Context, r *http.Request, userID string) (m media.Image, err error) {
	uploads, err := s.Pictures.ReceiveAll(ctx, r, 1)
	defer func() {
		for _, u := range uploads {
			err = errors.Join(err, u.Close())
		}
	}()
	if err != nil {
		return m, unfit(err)
	}
	m, err = s.Pictures.Sanitize(ctx, owner(userID), uploads[0])
	return m, unfit(err)
}

// unfitCodes replaces media's refusals, whose messages are about screenshots, by the library's.
var unfitCodes = map[string]string{
	"file-type-not-accepted": "photo-not-a-picture", "pdf-not-accepted": "photo-not-a-picture", "gif-not-accepted": "photo-not-a-picture",
	"svg-not-accepted": "photo-not-a-picture", "html-not-accepted": "photo-not-a-picture", "file-empty": "empty-file",
	"file-too-large": "photo-too-large", "picture-too-large": "photo-too-many-pixels", "picture-unreadable": "photo-unreadable",
}

func unfit(err error) error {
	refused, ok := fault.Of(err)
	if !ok || unfitCodes[refused.Code] == "" {
		return err
	}
	return &fault.Error{Kind: refused.Kind, Code: unfitCodes[refused.Code], Params: refused.Params, Cause: refused.Cause}
}

func (s *Service) store(ctx context.Context, format string, data []byte) (string, error) {
	key := media.NewKey("picture", format)
	if err := s.Files.Put(ctx, key, bytes.NewReader(data), int64(len(data)), "image/"+map[string]string{"jpg": "jpeg", "webp": "webp"}[format]); err != nil {
		return "", fmt.Errorf("store picture: %w", err)
	}
	return key, nil
}

// keep inserts the rows of a stored picture and enqueues the job for its widths.
func (s *Service) keep(ctx context.Context, userID, replaces string, m media.Image, key string) (*Uploaded, error) {
	out, now, size := &Uploaded{}, s.Clock.Now(), int64(len(m.JPEG))
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := room(ctx, tx, size, replaces == ""); err != nil {
			return err
		}
		pictureID, rev := replaces, int64(1)
		action := "picture.replace"
		if replaces == "" {
			pictureID, action = id.New(), "picture.add"
			err := tx.PictureAdd(ctx, query.PictureAddParams{
				ID: pictureID, Name: m.Name, Sha256: m.SHA256, Dhash: int64(m.DHash), Width: int64(m.Width), Height: int64(m.Height),
				Bytes: size, AddedBy: userID, AddedAt: clock.MillisOf(now),
			})
			if err != nil {
				return fmt.Errorf("add picture: %w", err)
			}
		} else {
			var err error
			rev, err = tx.PictureReplace(ctx, query.PictureReplaceParams{
				Name: m.Name, Sha256: m.SHA256, Dhash: int64(m.DHash), Width: int64(m.Width), Height: int64(m.Height), Bytes: size, ID: replaces,
			})
			if err != nil {
				return db.NotFound(err)
			}
			keys, err := tx.PictureFilesDrop(ctx, query.PictureFilesDropParams{PictureID: replaces, Rev: rev - 1})
			if err != nil {
				return fmt.Errorf("files of picture %s: %w", replaces, err)
			}
			if err := s.forget(ctx, tx, keys); err != nil {
				return err
			}
			if err := content.Changed(ctx, tx, picture.Tag(replaces)); err != nil {
				return err
			}
		}
		err := tx.PictureFileAdd(ctx, query.PictureFileAddParams{
			StorageKey: key, PictureID: pictureID, Rev: rev, Width: 0, Height: int64(m.Height), Format: "jpg", Bytes: size,
		})
		if err != nil {
			return fmt.Errorf("file of picture: %w", err)
		}
		if _, err := outbox.Add(ctx, tx, outbox.Job{Kind: KindWidths, Args: widthsJob{pictureID, rev}, NotBefore: now}); err != nil {
			return err
		}
		if err := audit.Note(ctx, tx, action, "picture:"+pictureID, nil, map[string]any{"name": m.Name, "width": m.Width, "height": m.Height}); err != nil {
			return err
		}
		shown, err := s.one(ctx, tx, pictureID)
		if err != nil {
			return err
		}
		out.Picture = *shown
		out.Alike, err = alike(ctx, tx, pictureID, m)
		return err
	})
	return out, err
}

// room refuses an upload beyond the library's size. Uploads count one after the other.
func room(ctx context.Context, tx *db.Tx, more int64, another bool) error {
	if err := tx.PictureTurn(ctx); err != nil {
		return fmt.Errorf("room for pictures: %w", err)
	}
	kept, err := tx.PictureRoom(ctx)
	if err != nil {
		return fmt.Errorf("room for pictures: %w", err)
	}
	if kept.Bytes+more > MaxBytes {
		return fault.Invalid("library-full").With("max", MaxBytes>>30)
	}
	if another && kept.Pictures >= MaxPictures {
		return fault.Invalid("pictures-too-many").With("max", MaxPictures)
	}
	return nil
}

// alike lists pictures similar to a new one.
func alike(ctx context.Context, r db.Reader, pictureID string, m media.Image) ([]Item, error) {
	rows, err := r.Pictures(ctx)
	if err != nil {
		return nil, fmt.Errorf("pictures alike: %w", err)
	}
	used, err := usesOf(ctx, r)
	if err != nil {
		return nil, err
	}
	out := []Item{}
	for _, p := range rows {
		if p.ID == pictureID || p.Sha256 != m.SHA256 && media.Distance(uint64(p.Dhash), m.DHash) > alikeBits || len(out) == mostAlike {
			continue
		}
		item, err := itemOf(ctx, r, p, used[p.ID])
		if err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, nil
}
