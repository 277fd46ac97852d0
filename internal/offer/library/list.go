package library

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
)

// Item is a picture of the library.
type Item struct {
	ID         string        `json:"id"`
	Name       string        `json:"name" doc:"Name of the uploaded file"`
	Width      int64         `json:"width" doc:"Pixels"`
	Height     int64         `json:"height"`
	Alt        locale.Text   `json:"alt" doc:"Description of the picture"`
	Decorative bool          `json:"decorative" doc:"Decorative picture without a description"`
	X          int64         `json:"x" doc:"Focal point in percent from the left"`
	Y          int64         `json:"y"`
	Edits      int64         `json:"edits" doc:"Revision to be sent with a change"`
	Used       int64         `json:"used" doc:"Number of uses, including drafts"`
	Ready      bool          `json:"ready" doc:"The scaled versions are ready"`
	AddedAt    time.Time     `json:"addedAt"`
	Photo      picture.Photo `json:"photo"`
}

// Items is a page of the library.
type Items struct {
	Items []Item `json:"items"`
	Next  string `json:"next,omitempty" doc:"Cursor of the next page, to be sent as after; absent at the end"`
	Total int    `json:"total"`
	More  bool   `json:"more" doc:"Always false: there are few enough to count"`
	// All counts the whole library.
	All         int   `json:"all"`
	Undescribed int   `json:"undescribed"`
	Unused      int   `json:"unused"`
	Bytes       int64 `json:"bytes" doc:"Bytes used by all pictures"`
	MostBytes   int64 `json:"mostBytes"`
}

type listIn struct {
	Q     string `query:"q" maxLength:"100" doc:"Part of a name, or of what a picture shows"`
	Show  string `query:"show" default:"all" enum:"all,undescribed,unused"`
	Order string `query:"order" default:"newest" enum:"newest,name"`
	After string `query:"after" maxLength:"200"`
	Limit int    `query:"limit" default:"24" minimum:"1" maximum:"100"`
}

// List answers GET /api/admin/picture. There are at most MaxPictures, so all are read.
func (s *Service) List(ctx context.Context, in *listIn) (*Items, error) {
	r := s.DB.Read()
	rows, err := r.Pictures(ctx)
	if err != nil {
		return nil, fmt.Errorf("pictures: %w", err)
	}
	used, err := usesOf(ctx, r)
	if err != nil {
		return nil, err
	}
	if in.Order == "name" {
		slices.SortStableFunc(rows, func(a, b query.Picture) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	}
	out, word := &Items{Items: []Item{}, All: len(rows), MostBytes: MaxBytes}, strings.ToLower(strings.TrimSpace(in.Q))
	begun, last := in.After == "", ""
	for _, p := range rows {
		out.Bytes += p.Bytes
		if !described(p) {
			out.Undescribed++
		}
		if used[p.ID] == 0 {
			out.Unused++
		}
		behind := begun // also after one that no longer matches the search
		begun = begun || p.ID == in.After
		switch {
		case in.Show == "undescribed" && described(p), in.Show == "unused" && used[p.ID] > 0,
			!strings.Contains(strings.ToLower(strings.Join([]string{p.Name, p.AltEn, p.AltZh}, "\n")), word):
			continue
		}
		out.Total++
		switch {
		case !behind:
		case len(out.Items) < in.Limit:
			one, err := itemOf(ctx, r, p, used[p.ID])
			if err != nil {
				return nil, err
			}
			out.Items = append(out.Items, one)
			last = p.ID
		default:
			out.Next = last
		}
	}
	if !begun { // the last picture of the previous page was deleted
		return nil, fault.At("after", "invalid-value")
	}
	return out, nil
}

// described returns whether a picture has its descriptions in both languages.
func described(p query.Picture) bool { return p.Decorative || p.AltEn != "" && p.AltZh != "" }

// usesOf counts the records that use each picture.
func usesOf(ctx context.Context, r db.Reader) (map[string]int64, error) {
	rows, err := r.PictureUses(ctx)
	if err != nil {
		return nil, fmt.Errorf("uses of pictures: %w", err)
	}
	out := map[string]int64{}
	for _, row := range rows {
		out[strings.TrimPrefix(row.Target, target(""))] = row.Owners
	}
	return out, nil
}

// target is a picture's name in refs.
func target(id string) string { return "media:" + id }

func itemOf(ctx context.Context, r db.Reader, p query.Picture, used int64) (Item, error) {
	out := Item{
		ID: p.ID, Name: p.Name, Width: p.Width, Height: p.Height, Alt: locale.Text{EN: p.AltEn, ZH: p.AltZh}, Decorative: p.Decorative,
		X: p.FocusX, Y: p.FocusY, Edits: p.Edits, Used: used, Ready: p.Ready, AddedAt: p.AddedAt.Time(),
	}
	shown, err := picture.Find(ctx, r, httpd.LocaleOf(ctx), p.ID)
	if err == nil && shown != nil {
		out.Photo = *shown
	}
	return out, err
}

// One is a picture with all details for its panel.
type One struct {
	Item
	By    string  `json:"by" doc:"Who uploaded it"`
	Uses  []Use   `json:"uses"`
	Files []Width `json:"files" doc:"The scaled versions"`
}

// Use is a record that uses a picture.
type Use struct {
	ID    string      `json:"id" doc:"Record id"`
	Kind  string      `json:"kind"`
	Title locale.Text `json:"title"`
	Live  bool        `json:"live" doc:"Published, or scheduled"`
	Taken bool        `json:"taken" doc:"The record was removed and can be restored"`
}

// Width is a stored width of a picture.
type Width struct {
	Width int64 `json:"width" doc:"Pixels"`
	WebP  int64 `json:"webp" doc:"Bytes"`
	JPEG  int64 `json:"jpeg" doc:"Bytes"`
}

// Open answers GET /api/admin/picture/{id}.
func (s *Service) Open(ctx context.Context, in *httpd.ByID) (*One, error) {
	return s.one(ctx, s.DB.Read(), in.ID)
}

func (s *Service) one(ctx context.Context, r db.Reader, id string) (*One, error) {
	p, err := r.Picture(ctx, id)
	if errors.Is(err, db.ErrNoRows) || err == nil && p.GoneAt > 0 {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("picture %s: %w", id, err)
	}
	out := &One{Files: []Width{}}
	if out.Uses, err = s.users(ctx, r, id); err != nil {
		return nil, err
	}
	if out.Item, err = itemOf(ctx, r, p, int64(len(out.Uses))); err != nil {
		return nil, err
	}
	if out.By, err = account.NameOf(ctx, r, p.AddedBy); err != nil {
		return nil, err
	}
	files, err := r.PictureShown(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("files of picture %s: %w", id, err)
	}
	for _, row := range files {
		f := row.PictureFile
		if f.Width == 0 {
			continue
		}
		if n := len(out.Files); n == 0 || out.Files[n-1].Width != f.Width {
			out.Files = append(out.Files, Width{Width: f.Width})
		}
		w := &out.Files[len(out.Files)-1]
		if f.Format == "webp" {
			w.WebP = f.Bytes
		} else {
			w.JPEG = f.Bytes
		}
	}
	return out, nil
}

// users lists the records that use a picture.
func (s *Service) users(ctx context.Context, r db.Reader, id string) ([]Use, error) {
	rows, err := r.PictureUsers(ctx, query.PictureUsersParams{Target: target(id), Since: clock.MillisOf(s.Clock.Now().Add(-content.TakeBackFor))})
	if err != nil {
		return nil, fmt.Errorf("uses of picture %s: %w", id, err)
	}
	out := []Use{}
	for _, row := range rows {
		if n := len(out); n == 0 || out[n-1].ID != row.ID {
			out = append(out, Use{ID: row.ID, Kind: row.Kind, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}, Taken: row.TakenAt > 0})
		}
		u := &out[len(out)-1]
		u.Live = u.Live || row.Slot != "draft" && !u.Taken
	}
	return out, nil
}
