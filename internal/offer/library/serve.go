package library

import (
	"errors"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/picture"
)

var idShape = regexp.MustCompile(`^[0-9a-f-]{36}$`)

// fileShape matches the file part of a picture's address after the id: 2-800.webp, 2-whole.jpg.
var fileShape = regexp.MustCompile(`^([1-9][0-9]{0,8})-([1-9][0-9]{0,4}|whole)\.(jpg|webp)$`)

// Serve answers GET /media/{id}/{file} publicly and immutably. The address of a replaced picture, or one without a
// file, redirects to the usual file.
func (s *Service) Serve(w http.ResponseWriter, r *http.Request) {
	err := s.serve(w, r)
	switch {
	case err == nil, r.Context().Err() != nil:
	case errors.Is(err, fault.NotFound()):
		w.Header().Set("Cache-Control", "no-store")
		http.NotFound(w, r)
	default:
		s.Log.Error("picture failed", "path", r.URL.Path, "error", err)
		httpd.Failed(w, r, err)
	}
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) error {
	pictureID := r.PathValue("id")
	if !idShape.MatchString(pictureID) {
		return fault.NotFound()
	}
	if m := fileShape.FindStringSubmatch(r.PathValue("file")); m != nil {
		rev, _ := strconv.ParseInt(m[1], 10, 64)
		width, _ := strconv.ParseInt(m[2], 10, 64) // 0: the original size
		f, err := s.DB.Read().PictureFile(r.Context(), query.PictureFileParams{PictureID: pictureID, Rev: rev, Width: width, Format: m[3]})
		if err == nil {
			err = media.ServeForever(w, r, s.Files, f.StorageKey)
			if errors.Is(err, fs.ErrNotExist) {
				return fault.NotFound()
			}
			return err
		}
		if !errors.Is(err, db.ErrNoRows) {
			return err
		}
	}
	now, err := picture.Find(r.Context(), s.DB.Read(), httpd.LocaleOf(r.Context()), pictureID)
	if err != nil {
		return err
	}
	if now == nil || now.Src == r.URL.Path {
		return fault.NotFound()
	}
	w.Header().Set("Cache-Control", "public, max-age=60")
	http.Redirect(w, r, now.Src, http.StatusFound)
	return nil
}

// Download answers with the original picture as an attachment.
func (s *Service) Download(w http.ResponseWriter, r *http.Request) error {
	p, err := s.DB.Read().Picture(r.Context(), r.PathValue("id"))
	if err != nil {
		return db.NotFound(err)
	}
	f, err := s.DB.Read().PictureFile(r.Context(), query.PictureFileParams{PictureID: p.ID, Rev: p.Rev, Width: 0, Format: "jpg"})
	if err != nil {
		return db.NotFound(err)
	}
	return media.Serve(w, r, s.Files, f.StorageKey, p.Name, true)
}
