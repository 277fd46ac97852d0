package imports

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/media"
	"shanmen/internal/sales/bankfile"
)

// ImportUploaded is the answer to an upload.
type ImportUploaded struct {
	ID    string `json:"id"`
	Known bool   `json:"known" doc:"The very same file is here already: nothing changes"`
}

// Upload receives a list: multipart, one part named file; ?kind= is its kind. It is parsed at once, so that an
// unreadable file is refused at its field and not stored.
func (s *Service) Upload(w http.ResponseWriter, r *http.Request) error {
	kind := r.URL.Query().Get("kind")
	if fields[kind] == nil {
		return fault.At("kind", "required")
	}
	name, data, err := httpd.OneFile(r, bankfile.MaxListBytes, "sheet-too-large")
	if err != nil {
		return err
	}
	out, err := s.take(r.Context(), httpd.VisitorOf(r.Context()).UserID, kind, name, data)
	if err != nil {
		return err
	}
	return httpd.WritePrivateJSON(w, out)
}

func (s *Service) take(ctx context.Context, actorID, kind, name string, data []byte) (*ImportUploaded, error) {
	sum := sha256.Sum256(data)
	hash := hex.EncodeToString(sum[:])
	r := s.DB.Read()
	there, err := r.ImportOfFile(ctx, query.ImportOfFileParams{Sha256: hash, Kind: kind})
	if err != nil {
		return nil, err
	}
	if len(there) > 0 {
		return &ImportUploaded{there[0], true}, nil
	}
	sheet, err := bankfile.Cells(data)
	if err != nil {
		return nil, err
	}
	head, rows, err := headsOf(kind, sheet)
	if err != nil {
		return nil, err
	}
	key := sha256.Sum256([]byte(strings.ToLower(strings.Join(head.Header, "\x00"))))
	one := query.ImportAddParams{
		ID: id.New(), Kind: kind, Name: name, Sha256: hash, FileKey: media.NewKey("import", "bin"), State: stateColumns,
		HeaderKey: hex.EncodeToString(key[:]), Header: asJSON(head), Columns: asJSON(guess(kind, head.Header)),
		CreatedBy: actorID, CreatedAt: clock.MillisOf(s.Clock.Now()),
	}
	known, err := r.ImportLayout(ctx, query.ImportLayoutParams{Kind: kind, HeaderKey: one.HeaderKey})
	if err == nil {
		one.Columns, one.Remembered = known.Columns, true
	} else if !errors.Is(err, db.ErrNoRows) {
		return nil, err
	}
	if err := s.Files.Put(ctx, one.FileKey, bytes.NewReader(data), int64(len(data)), "application/octet-stream"); err != nil {
		return nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.ImportAdd(ctx, one); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "import.upload", "import:"+one.ID, nil, map[string]any{"kind": kind, "rows": rows})
	})
	if err != nil && !db.Unsure(err) { // unsure: the row may exist and need its file
		s.discard(ctx, one.FileKey)
	}
	return &ImportUploaded{ID: one.ID}, err
}

// discard deletes a file without a row. An unavailable storage does not fail the call.
func (s *Service) discard(ctx context.Context, key string) {
	if err := s.Files.Delete(context.WithoutCancel(ctx), key); err != nil {
		s.Log.Warn("an import's file without a row stays", "key", key, "error", err)
	}
}
