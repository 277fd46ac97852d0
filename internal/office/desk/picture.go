package desk

import (
	"net/http"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/media"
)

// ReceiptImage serves a member's picture to the office.
func (s *Service) ReceiptImage(w http.ResponseWriter, r *http.Request) error {
	m, err := s.DB.Read().UploadImage(r.Context(), r.PathValue("image"))
	if err != nil {
		return db.NotFound(err)
	}
	return media.Serve(w, r, s.Files, m.StorageKey, m.Name, false)
}
