package library

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/writing"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/picture"
)

type describeIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		AltEn      string `json:"altEn"`
		AltZh      string `json:"altZh"`
		Decorative bool   `json:"decorative"`
		X          int64  `json:"x" minimum:"0" maximum:"100"`
		Y          int64  `json:"y" minimum:"0" maximum:"100"`
		Edits      int64  `json:"edits" doc:"edits counter as it was read; refused if somebody else changed the description since"`
	}
}

// Describe saves a picture's description and the area that must not be cropped. Fault "picture-changed" after a
// concurrent change.
func (s *Service) Describe(ctx context.Context, in *describeIn) (*One, error) {
	var wrong []fault.Field
	words := func(path, text string) string {
		clean := plain(text)
		if utf8.RuneCountInString(clean) > longest {
			wrong = append(wrong, fault.Field{Path: path, Code: "too-long", Params: map[string]any{"max": longest}})
		}
		return clean
	}
	p := query.PictureDescribeParams{
		AltEn: words("altEn", in.Body.AltEn), AltZh: words("altZh", in.Body.AltZh), Decorative: in.Body.Decorative,
		FocusX: in.Body.X, FocusY: in.Body.Y, ID: in.ID, Seen: in.Body.Edits,
	}
	if len(wrong) > 0 {
		return nil, fault.InvalidFields(wrong)
	}
	var out *One
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, err := lock(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if err := s.wordsNeeded(ctx, tx, was, p); err != nil {
			return err
		}
		if !sameWords(was, p) {
			n, err := tx.PictureDescribe(ctx, p)
			if err != nil {
				return fmt.Errorf("picture %s: %w", in.ID, err)
			}
			if n == 0 {
				return fault.Invalid("picture-changed")
			}
			if err := audit.Note(ctx, tx, "picture.describe", "picture:"+in.ID, locale.Text{EN: was.AltEn, ZH: was.AltZh}, locale.Text{EN: p.AltEn, ZH: p.AltZh}); err != nil {
				return err
			}
			if err := content.Changed(ctx, tx, picture.Tag(in.ID)); err != nil {
				return err
			}
		}
		out, err = s.one(ctx, tx, in.ID)
		return err
	})
	return out, err
}

// wordsNeeded refuses to remove the description of a published picture, because nothing is published without one.
func (s *Service) wordsNeeded(ctx context.Context, tx *db.Tx, was query.Picture, p query.PictureDescribeParams) error {
	var wrong []fault.Field
	for path, gone := range map[string]bool{"altEn": was.AltEn != "" && p.AltEn == "", "altZh": was.AltZh != "" && p.AltZh == ""} {
		if gone && !p.Decorative {
			wrong = append(wrong, fault.Field{Path: path, Code: "picture-words-needed"})
		}
	}
	if was.Decorative && !p.Decorative && (p.AltEn == "" || p.AltZh == "") {
		wrong = []fault.Field{{Path: "decorative", Code: "picture-words-needed"}}
	}
	if len(wrong) == 0 {
		return nil
	}
	named, err := s.users(ctx, tx, was.ID)
	if err != nil || !slices.ContainsFunc(named, func(u Use) bool { return u.Live }) {
		return err
	}
	slices.SortFunc(wrong, func(a, b fault.Field) int { return strings.Compare(a.Path, b.Path) })
	return fault.InvalidFields(wrong)
}

// plain is a single line without invisible characters.
func plain(text string) string {
	return writing.Readable(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "), false)
}

// sameWords returns whether a picture already has the values to save, as in a retry after a lost answer.
func sameWords(was query.Picture, p query.PictureDescribeParams) bool {
	return was.AltEn == p.AltEn && was.AltZh == p.AltZh && was.Decorative == p.Decorative && was.FocusX == p.FocusX && was.FocusY == p.FocusY
}

// lock locks an existing picture for a change.
func lock(ctx context.Context, tx *db.Tx, id string) (query.Picture, error) {
	p, err := tx.PictureLock(ctx, id)
	if errors.Is(err, db.ErrNoRows) || err == nil && p.GoneAt > 0 {
		return p, fault.NotFound()
	}
	if err != nil {
		return p, fmt.Errorf("picture %s: %w", id, err)
	}
	return p, nil
}

// Done is the empty answer of an action.
type Done struct {
	ID string `json:"id"`
}

// Delete removes a picture from the library; it can be restored for a day. Fault "picture-in-use" while a draft, the
// site or a restorable record uses it.
func (s *Service) Delete(ctx context.Context, in *httpd.ByID) (*Done, error) {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := lock(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		named, err := s.users(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		shown, err := tx.PictureOfCeremonies(ctx, in.ID)
		if err != nil {
			return fmt.Errorf("ceremonies of picture %s: %w", in.ID, err)
		}
		if len(named)+len(shown) > 0 {
			var titles []string
			for _, c := range shown {
				titles = append(titles, c.TitleEn+" "+c.TitleZh)
			}
			for _, u := range named {
				titles = append(titles, strings.TrimSpace(u.Title.EN+" "+u.Title.ZH))
			}
			return fault.Invalid("picture-in-use").With("titles", strings.Join(titles, " · "))
		}
		if err := tx.PictureGone(ctx, query.PictureGoneParams{GoneAt: clock.MillisOf(s.Clock.Now()), ID: in.ID}); err != nil {
			return fmt.Errorf("picture %s: %w", in.ID, err)
		}
		if err := content.Changed(ctx, tx, picture.Tag(in.ID)); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "picture.delete", "picture:"+in.ID, map[string]any{"name": p.Name}, nil)
	})
	return &Done{in.ID}, err
}

// BringBack restores a picture deleted less than a day ago.
func (s *Service) BringBack(ctx context.Context, in *httpd.ByID) (*One, error) {
	var out *One
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := tx.PictureLock(ctx, in.ID)
		if err != nil {
			return db.NotFound(err)
		}
		if p.GoneAt > 0 {
			if err := tx.PictureGone(ctx, query.PictureGoneParams{GoneAt: 0, ID: in.ID}); err != nil {
				return fmt.Errorf("picture %s: %w", in.ID, err)
			}
			if err := content.Changed(ctx, tx, picture.Tag(in.ID)); err != nil {
				return err
			}
			if err := audit.Note(ctx, tx, "picture.bring-back", "picture:"+in.ID, nil, map[string]any{"name": p.Name}); err != nil {
				return err
			}
		}
		out, err = s.one(ctx, tx, in.ID)
		return err
	})
	return out, err
}
