package payment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/cart"
)

// Limits of receipt pictures. Size limits of one picture are in package media.
const (
	MaxFiles        = 5
	uploadsPerHour  = 30
	uploadsByTicket = 10        // an hour
	keptBytes       = 200 << 20 // per member
	unusedFor       = 24 * time.Hour
	discardTime     = 2 * time.Second
)

// Uploaded is the answer to an upload. FileID identifies all its pictures.
type Uploaded struct {
	FileID string          `json:"fileId"`
	Files  []cart.FileView `json:"files"`
}

// Upload receives the pictures of a transfer: multipart, one or more parts named file. They are sanitised and stored
// before the transaction that inserts their rows, and attached to the member's open cart; with ?invoiceId= they are for
// an invoice and the cart is not changed.
func (s *Service) Upload(w http.ResponseWriter, r *http.Request) error {
	userID := httpd.VisitorOf(r.Context()).UserID
	return s.takePictures(w, r, allowance{userID, userID, uploadsPerHour, keptBytes}, r.URL.Query().Get("invoiceId") == "")
}

// UploadFor is Upload for the invoice of a user who is not logged in, by a ticket checked by the caller. The holder may
// be anybody, so the user's own uploads and space are not affected.
func (s *Service) UploadFor(w http.ResponseWriter, r *http.Request, userID, ticket string) error {
	return s.takePictures(w, r, allowance{userID, "ticket " + id.Hash(ticket), uploadsByTicket, keptBytes / 4}, false)
}

// allowance is how much may be uploaded for a user.
type allowance struct {
	userID string
	key    string // name of the rate limit
	hourly int64
	kept   int64 // total bytes of the user's pictures up to which more are accepted
}

func (s *Service) takePictures(w http.ResponseWriter, r *http.Request, may allowance, forCart bool) error {
	ctx := r.Context()
	leave, err := s.Pictures.Enter(may.key)
	if err != nil {
		return err
	}
	defer leave()
	if err := s.countUpload(ctx, may); err != nil {
		return err
	}
	rows, keys, err := s.keepPictures(ctx, r, may.key)
	if err == nil {
		var out *Uploaded
		if out, err = s.record(ctx, may, rows, forCart); err == nil {
			return httpd.WritePrivateJSON(w, out)
		}
		if db.Unsure(err) { // rows may name them; otherwise the sweep deletes them
			return err
		}
	}
	s.deletePictures(ctx, keys)
	return err
}

// countUpload counts the upload and checks the member's stored bytes.
func (s *Service) countUpload(ctx context.Context, may allowance) error {
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return httpd.CountHit(ctx, tx, s.Clock.Now(), "upload:"+may.key, may.hourly, time.Hour)
	})
	if err != nil {
		return err
	}
	if wait > 0 {
		return fault.TooMany("uploads-too-many", wait)
	}
	return checkKept(ctx, s.DB.Read(), may, 0)
}

func checkKept(ctx context.Context, r db.Reader, may allowance, more int64) error {
	kept, err := r.UploadBytes(ctx, may.userID)
	if err != nil {
		return fmt.Errorf("kept uploads: %w", err)
	}
	if kept+more > may.kept {
		return fault.Invalid("uploads-full").With("max", may.kept>>20)
	}
	return nil
}

// keepPictures receives all files of a request, then sanitises and stores each when it is owner's turn. After a
// failure, keys are the files already stored.
func (s *Service) keepPictures(ctx context.Context, r *http.Request, owner string) (rows []query.UploadImageAddParams, keys []string, err error) {
	uploads, err := s.Pictures.ReceiveAll(ctx, r, MaxFiles)
	defer func() {
		for _, u := range uploads {
			err = errors.Join(err, u.Close())
		}
	}()
	if err != nil {
		return nil, nil, err
	}
	for i, u := range uploads {
		m, err := s.Pictures.Sanitize(ctx, owner, u)
		if err != nil {
			return nil, keys, err
		}
		b := bands(m.DHash)
		key := media.NewKey("receipt", "jpg")
		keys = append(keys, key) // it may be stored although the storage did not answer
		if err := s.Files.Put(ctx, key, bytes.NewReader(m.JPEG), int64(len(m.JPEG)), media.ContentType); err != nil {
			return nil, keys, fmt.Errorf("store picture: %w", err)
		}
		rows = append(rows, query.UploadImageAddParams{
			ID: id.New(), Position: int64(i), Name: m.Name, Mime: m.MIME, Size: m.Size, Width: int64(m.Width), Height: int64(m.Height),
			StorageKey: key, Sha256: m.SHA256, Dhash: int64(m.DHash), // the 64 bits unchanged: SQL has no unsigned integers
			BandA: b[0], BandB: b[1], BandC: b[2], BandD: b[3], Detail: m.Detail,
		})
	}
	return rows, keys, nil
}

// deletePictures deletes pictures without rows. The sweep deletes later what fails now, so that no visitor waits twice
// for unavailable storage.
func (s *Service) deletePictures(ctx context.Context, keys []string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardTime)
	defer cancel()
	for _, k := range keys {
		if err := s.Files.Delete(ctx, k); err != nil {
			s.Log.Warn("a picture without a row stays for now", "key", k, "error", err)
			return
		}
	}
}

func (s *Service) record(ctx context.Context, may allowance, rows []query.UploadImageAddParams, forCart bool) (*Uploaded, error) {
	now, uploadID, userID := s.Clock.Now(), id.New(), may.userID
	var sum int64
	out := &Uploaded{FileID: uploadID}
	for i := range rows {
		rows[i].UploadID = uploadID
		sum += rows[i].Size
		m := rows[i]
		out.Files = append(out.Files, cart.FileOf(query.UploadImage{ID: m.ID, Name: m.Name, Size: m.Size, Mime: m.Mime, Width: m.Width, Height: m.Height}))
	}
	return out, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := checkKept(ctx, tx.Queries, may, sum); err != nil {
			return err
		}
		if err := tx.UploadAdd(ctx, query.UploadAddParams{ID: uploadID, UserID: userID, Bytes: sum, CreatedAt: clock.MillisOf(now)}); err != nil {
			return fmt.Errorf("record upload: %w", err)
		}
		for _, row := range rows {
			if err := tx.UploadImageAdd(ctx, row); err != nil {
				return fmt.Errorf("record picture: %w", err)
			}
		}
		if !forCart {
			return nil
		}
		return cart.AttachUpload(ctx, tx, userID, uploadID, now)
	})
}

// ReceiptImage serves a stored picture to its member and the treasurer. Others get 404.
func (s *Service) ReceiptImage(w http.ResponseWriter, r *http.Request) error {
	v := httpd.VisitorOf(r.Context())
	m, err := s.DB.Read().UploadImage(r.Context(), r.PathValue("image"))
	if errors.Is(err, db.ErrNoRows) || err == nil && m.UserID != v.UserID && !v.Has("treasurer") {
		return fault.NotFound()
	}
	if err != nil {
		return fmt.Errorf("receipt picture: %w", err)
	}
	return media.Serve(w, r, s.Files, m.StorageKey, m.Name, false)
}

// CollectUploads deletes pictures unused for 24 hours, except those of a payment, an open cart or an unclaimed
// transfer.
func (s *Service) CollectUploads(ctx context.Context) error {
	now := s.Clock.Now()
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		unused, err := tx.UploadsUnused(ctx, clock.MillisOf(now.Add(-unusedFor)))
		if err != nil {
			return fmt.Errorf("unused uploads: %w", err)
		}
		for _, uploadID := range unused {
			keys, err := tx.UploadImagesRemove(ctx, uploadID)
			if err != nil {
				return fmt.Errorf("remove upload: %w", err)
			}
			n, err := tx.UploadRemove(ctx, uploadID)
			if err == nil && n == 0 { // used by a payment a moment ago
				err = errUsed
			}
			if err != nil {
				return fmt.Errorf("remove upload: %w", err)
			}
			if _, err := outbox.Add(ctx, tx, outbox.Job{Kind: media.KindForgetFiles, Args: keys, NotBefore: now}); err != nil {
				return err
			}
		}
		return nil
	})
}

var errUsed = errors.New("used meanwhile")

// ForgetFiles is the outbox handler of media.KindForgetFiles.
func (s *Service) ForgetFiles(ctx context.Context, _ string, args json.RawMessage) error {
	var keys []string
	if err := json.Unmarshal(args, &keys); err != nil {
		return outbox.Permanent(err)
	}
	for _, k := range keys {
		if err := s.Files.Delete(ctx, k); err != nil {
			return fmt.Errorf("forget file: %w", err)
		}
	}
	return nil
}
