package personal

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

const (
	archivesADay = 3                // per person, because documents are drawn each time
	archiveOpen  = 10 * time.Minute // from the password to the start of the download
	startsADay   = 12               // some browsers request a download twice
)

// ExportIn is the body of POST /api/member/export.
type ExportIn struct {
	Body struct {
		Password string `json:"password"`
	}
}

// ExportAllowed is the archive's address, and until when it can be downloaded.
type ExportAllowed struct {
	URL   string    `json:"url"`
	Until time.Time `json:"until"`
}

// AllowExport allows this session to download the archive for ten minutes. The password is required, because otherwise
// somebody with an unlocked phone could take everything. A plain address that works only in this session lets the
// browser save a download of any size, and puts no secret into histories or logs. Refusals: "wrong-password" at its
// field, "export-too-often".
func (s *Service) AllowExport(ctx context.Context, in *ExportIn) (*ExportAllowed, error) {
	v, now := httpd.VisitorOf(ctx), s.Clock.Now()
	if err := s.Accounts.CheckPassword(ctx, v.UserID, in.Body.Password); err != nil {
		return nil, err
	}
	if err := s.Payments.CanExport(ctx, v.UserID); err != nil {
		return nil, err
	}
	if err := s.count(ctx, "export "+v.UserID, archivesADay); err != nil {
		return nil, err
	}
	out := &ExportAllowed{"/api/member/export", now.Add(archiveOpen)}
	return out, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.AllowExport(ctx, query.AllowExportParams{ExportUntil: clock.MillisOf(out.Until), ID: v.SessionID}); err != nil {
			return fmt.Errorf("allow export: %w", err)
		}
		return audit.Note(ctx, tx, "account.export", "user:"+v.UserID, nil, nil)
	})
}

func (s *Service) count(ctx context.Context, key string, most int64) error {
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return httpd.CountHit(ctx, tx, s.Clock.Now(), key, most, 24*time.Hour)
	})
	if err != nil {
		return err
	}
	if wait > 0 {
		return fault.TooMany("export-too-often", wait)
	}
	return nil
}

// Export streams the archive, with only the current part in memory. Without a recent AllowExport it is
// "password-again". A failure after the first byte cuts the connection, so that no browser takes half an archive for a
// complete one.
func (s *Service) Export(w http.ResponseWriter, r *http.Request) error {
	ctx, v, now := r.Context(), httpd.VisitorOf(r.Context()), s.Clock.Now()
	n, err := s.DB.Read().ExportAllowed(ctx, query.ExportAllowedParams{ID: v.SessionID, UserID: &v.UserID, ExportUntil: clock.MillisOf(now)})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if n == 0 {
		return fault.Invalid("password-again")
	}
	if err := s.Payments.CanExport(ctx, v.UserID); err != nil {
		return err // a later failure cuts the archive off
	}
	if err := s.count(ctx, "export start "+v.UserID, startsADay); err != nil {
		return err
	}
	u, err := account.Find(ctx, s.DB.Read(), v.UserID)
	if err != nil {
		return err
	}
	name := "my-data-" + now.In(clock.Singapore).Format("2006-01-02") + ".zip"
	return httpd.SendStream(w, r, s.Log, name, "application/zip", func(to io.Writer) error { return s.write(ctx, to, u) })
}

// write writes a user's archive: a README in their language, a JSON file per part, documents and pictures.
func (s *Service) write(ctx context.Context, to io.Writer, u account.User) error {
	z := zip.NewWriter(to)
	at := s.Clock.Now().In(clock.Singapore)
	add := func(name string) (io.Writer, error) {
		method := zip.Deflate
		if strings.HasSuffix(name, ".jpg") || strings.HasSuffix(name, ".pdf") {
			method = zip.Store // already compressed
		}
		return z.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: at})
	}
	readme, err := add(s.Messages.T(u.Locale, "data.readme-name", nil) + ".txt")
	if err != nil {
		return err
	}
	if _, err := io.WriteString(readme, s.readme(u, at)); err != nil {
		return err
	}
	for _, k := range s.DataSources {
		if k.Export == nil {
			continue
		}
		v, err := k.Export(ctx, u.ID)
		if err != nil {
			return fmt.Errorf("export %s: %w", k.Name, err)
		}
		if v == nil {
			continue
		}
		f, err := add(k.Name + ".json")
		if err != nil {
			return err
		}
		e := json.NewEncoder(f)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			return fmt.Errorf("export %s: %w", k.Name, err)
		}
	}
	for _, k := range s.DataSources {
		if k.Files == nil {
			continue
		}
		if err := k.Files(ctx, u.ID, add); err != nil {
			return fmt.Errorf("export files of %s: %w", k.Name, err)
		}
	}
	return z.Close()
}

// readme explains what the archive contains and what not. It starts with a byte order mark for old Windows programs.
func (s *Service) readme(u account.User, at time.Time) string {
	t := func(key string, params map[string]any) string { return s.Messages.T(u.Locale, "data."+key, params) }
	name := u.Name
	if u.Locale == locale.ZH && u.ChineseName != "" {
		name = u.ChineseName
	}
	var b strings.Builder
	b.WriteString("\ufeff" + t("readme-lead", map[string]any{"name": name}) + "\r\n\r\n")
	b.WriteString(t("readme-made", map[string]any{"at": at.Format("2006-01-02 15:04")}) + "\r\n\r\n")
	for _, k := range s.DataSources {
		if k.Export != nil {
			b.WriteString("- " + k.Name + ".json: " + t("part-"+k.Name, nil) + "\r\n")
		}
	}
	for _, line := range []string{"readme-invoices", "readme-pictures"} {
		b.WriteString("- " + t(line, nil) + "\r\n")
	}
	b.WriteString("\r\n" + t("readme-absent", nil) + "\r\n\r\n" + t("readme-left-out", nil) + "\r\n")
	return b.String()
}
