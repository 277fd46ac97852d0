package report

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
)

// OwnStatement serves a member's own yearly statement: /api/member/statement/2026.pdf?language=both.
func (s *Service) OwnStatement(w http.ResponseWriter, r *http.Request) error {
	return s.serveStatement(w, r, httpd.VisitorOf(r.Context()).UserID)
}

// Statement serves a member's yearly statement to the office.
func (s *Service) Statement(w http.ResponseWriter, r *http.Request) error {
	return s.serveStatement(w, r, r.PathValue("id"))
}

func (s *Service) serveStatement(w http.ResponseWriter, r *http.Request, userID string) error {
	year, err := yearOf(r.PathValue("file"), ".pdf")
	if err != nil {
		return err
	}
	ctx := r.Context()
	site, err := content.Site(ctx, s.DB.Read())
	if err != nil {
		return err
	}
	pdf, _, err := s.print(ctx, site, userID, year, document.Language(r.URL.Query().Get("language")))
	if err != nil {
		return err
	}
	return httpd.SendFile(w, fmt.Sprintf("statement-%d.pdf", year), "application/pdf", pdf)
}

func yearOf(file, extension string) (int, error) {
	name, ok := strings.CutSuffix(file, extension)
	year, err := strconv.Atoi(name)
	if !ok || err != nil {
		return 0, fault.NotFound()
	}
	return year, nil
}

// print renders a member's yearly statement, in their language by default. fault.NotFound if they got no receipt that
// year.
func (s *Service) print(ctx context.Context, site content.Facts, userID string, year int, lang document.Language) ([]byte, query.StatementPersonRow, error) {
	t, err := yearSpan(year)
	if err != nil {
		return nil, query.StatementPersonRow{}, err
	}
	r := s.DB.Read()
	u, err := r.StatementPerson(ctx, userID)
	if errors.Is(err, db.ErrNoRows) {
		err = fault.NotFound()
	}
	if err != nil {
		return nil, u, err
	}
	rows, err := r.StatementRows(ctx, query.StatementRowsParams{UserID: &userID, Since: t.since, Before: t.before})
	if err != nil {
		return nil, u, fmt.Errorf("statement: %w", err)
	}
	if len(rows) == 0 {
		return nil, u, fault.NotFound()
	}
	if !slices.Contains([]document.Language{document.English, document.Chinese, document.Both}, lang) {
		lang = document.Language(u.Locale)
	}
	st := document.Statement{
		Year: year, IssuedAt: s.Clock.Now().In(clock.Singapore).Truncate(time.Hour), Language: lang, Footer: site.InvoiceFooter, Deductible: true,
		Temple: document.Temple{Name: site.Name.EN, ChineseName: site.Name.ZH, Address: site.Address, UEN: site.UEN, Phone: site.Phone},
		Payer:  document.Payer{Name: u.Name, ChineseName: u.ChineseName},
	}
	for _, x := range rows {
		line := document.StatementLine{
			IssuedAt: x.IssuedAt.Time(), Number: x.Number, InvoiceNumber: x.InvoiceNumber,
			Amount: money.Cents(x.Settled + x.Donated), Back: money.Cents(x.Refunded),
		}
		_, deductible := site.Deductible.At(line.IssuedAt)
		st.Deductible = st.Deductible && deductible
		st.Lines = append(st.Lines, line)
	}
	var b bytes.Buffer
	missing, err := s.Printer.RenderStatement(ctx, &b, st)
	if err != nil {
		return nil, u, fmt.Errorf("statement: %w", err)
	}
	if len(missing) > 0 {
		s.Log.Warn("the font lacks characters: write them on the paper by hand", "paper", fmt.Sprint("statement ", year), "user", userID, "characters", fmt.Sprintf("%U", missing))
	}
	return b.Bytes(), u, nil
}

// Statements serves all members' yearly statements as a ZIP file, each in its member's language unless ?language= is
// given. Each is rendered and sent in turn.
func (s *Service) Statements(w http.ResponseWriter, r *http.Request) error {
	year, err := yearOf(r.PathValue("file"), ".zip")
	if err != nil {
		return err
	}
	t, err := yearSpan(year)
	if err != nil {
		return err
	}
	ctx := r.Context()
	members, err := s.DB.Read().StatementMembers(ctx, query.StatementMembersParams{Since: t.since, Before: t.before})
	if err != nil {
		return fmt.Errorf("statements: %w", err)
	}
	if len(members) == 0 {
		return fault.NotFound()
	}
	site, err := content.Site(ctx, s.DB.Read())
	if err != nil {
		return err
	}
	lang := document.Language(r.URL.Query().Get("language"))
	if err := s.noteExport(ctx, "export:statements", map[string]any{"year": year, "members": len(members)}); err != nil {
		return err
	}
	return httpd.SendStream(w, r, s.Log, fmt.Sprintf("statements-%d.zip", year), "application/zip", func(to io.Writer) error {
		return s.pack(ctx, to, site, members, year, lang)
	})
}

func (s *Service) pack(ctx context.Context, to io.Writer, site content.Facts, members []string, year int, lang document.Language) error {
	z := zip.NewWriter(to)
	for i, id := range members {
		pdf, u, err := s.print(ctx, site, id, year, lang)
		if errors.Is(err, fault.NotFound()) {
			continue // its only receipt was undone meanwhile
		}
		if err != nil {
			return err
		}
		f, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("%d-%05d %s.pdf", year, i+1, fileName(u)), Method: zip.Store, Modified: s.Clock.Now().In(clock.Singapore)})
		if err != nil {
			return err
		}
		if _, err := f.Write(pdf); err != nil {
			return err
		}
		if err := z.Flush(); err != nil {
			return err
		}
	}
	return z.Close()
}

// fileName is a member's name without characters that file systems refuse.
func fileName(u query.StatementPersonRow) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Mn, r) {
			return r
		}
		return ' '
	}, u.Name+" "+u.ChineseName)
	return strings.Join(strings.Fields(name), " ")
}

// YearsOf lists the years in which a member got official receipts, latest first.
func YearsOf(ctx context.Context, r db.Reader, userID string) ([]YearOfMember, error) {
	days, err := r.StatementTimes(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("years of a member: %w", err)
	}
	out := []YearOfMember{}
	for _, d := range slices.Backward(days) {
		year, _ := strconv.Atoi(dayName(d.Day)[:4])
		if len(out) == 0 || out[len(out)-1].Year != year {
			out = append(out, YearOfMember{Year: year})
		}
		out[len(out)-1].Receipts += d.N
	}
	return out, nil
}

// YearOfMember is the number of a member's receipts in a year.
type YearOfMember struct {
	Year     int   `json:"year"`
	Receipts int64 `json:"receipts"`
}

// Member is a member with statements.
type Member struct {
	ID          string         `json:"id" doc:"User id"`
	Name        string         `json:"name"`
	ChineseName string         `json:"chineseName"`
	Mobile      string         `json:"mobile"`
	Years       []YearOfMember `json:"years" doc:"Latest first; empty when no receipt was issued"`
}

// at most 20 members
type Members struct {
	Items []Member `json:"items"`
	More  bool     `json:"more" doc:"There are more matches: type more letters to narrow the search"`
}

type membersIn struct {
	Q string `query:"q" minLength:"2" maxLength:"100" required:"true"`
}

const mostMembers = 20

// FindMembers searches members by name in either script, pinyin initials or mobile, newest first.
func (s *Service) FindMembers(ctx context.Context, in *membersIn) (*Members, error) {
	r := s.DB.Read()
	search, _, err := lookup.For(ctx, r, lookup.Member, in.Q)
	if err != nil {
		return nil, err
	}
	hits, err := search.Newest(ctx, r, keyset.Key{}, mostMembers+1)
	if err != nil {
		return nil, err
	}
	out := &Members{Items: []Member{}, More: len(hits) > mostMembers}
	for _, h := range hits[:min(len(hits), mostMembers)] {
		u, err := r.StatementPerson(ctx, h.ID)
		if errors.Is(err, db.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		m := Member{ID: u.ID, Name: u.Name, ChineseName: u.ChineseName, Mobile: u.Mobile}
		if m.Years, err = YearsOf(ctx, r, u.ID); err != nil {
			return nil, err
		}
		out.Items = append(out.Items, m)
	}
	return out, nil
}

// Years lists the years with statements, latest first: from the first receipt to today.
type Years struct {
	Years []int `json:"years"`
}

// StatementYears answers Years.
func (s *Service) StatementYears(ctx context.Context, _ *struct{}) (*Years, error) {
	out := &Years{Years: []int{}}
	first, err := s.DB.Read().StatementFirst(ctx)
	if errors.Is(err, db.ErrNoRows) {
		return out, nil
	}
	if err != nil {
		return nil, fmt.Errorf("years of statements: %w", err)
	}
	for y := s.Clock.Now().In(clock.Singapore).Year(); y >= first.Time().In(clock.Singapore).Year(); y-- {
		out.Years = append(out.Years, y)
	}
	return out, nil
}
