// Package picture shows the photographs of the office's library on pages. Package library takes them in.
package picture

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Prefix begins the addresses of the library's pictures.
const Prefix = "/media/"

// usualWidth is what a browser gets that knows no srcset, in pixels.
const usualWidth = 800

// Photo is a photograph as a page shows it. Its files may be kept for ever: a picture that is replaced gets other addresses.
type Photo struct {
	Src    string `json:"src" doc:"A JPEG"`
	WebP   string `json:"webp,omitempty" doc:"srcset; absent until its widths are made, within seconds of the upload"`
	JPEG   string `json:"jpeg,omitempty" doc:"srcset"`
	Width  int64  `json:"width" doc:"Pixels of the whole"`
	Height int64  `json:"height"`
	Alt    string `json:"alt" doc:"What it shows; empty if it only decorates"`
	X      int64  `json:"x" doc:"Percent from the left: what must not be cut"`
	Y      int64  `json:"y" doc:"Percent from the top"`
	// Widest is its widest file beside the whole; nil until its widths are made.
	Widest *query.PictureFile `json:"-"`
}

// Tag names what pages show of a picture.
func Tag(id string) string { return "picture:" + id }

// Find returns a picture of the library in a language. There is none for "", and none when it was deleted: nil.
func Find(ctx context.Context, r db.Reader, l locale.Locale, id string) (*Photo, error) {
	if id == "" {
		return nil, nil
	}
	uses.Note(ctx, Tag(id))
	rows, err := r.PictureShown(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("picture %s: %w", id, err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	p := rows[0].Picture
	out := &Photo{Width: p.Width, Height: p.Height, X: p.FocusX, Y: p.FocusY}
	if !p.Decorative {
		out.Alt = locale.Text{EN: p.AltEn, ZH: p.AltZh}.In(l)
	}
	var webp, jpeg []string
	for _, row := range rows {
		f := row.PictureFile
		if out.Src == "" || f.Format == "jpg" && 0 < f.Width && f.Width <= usualWidth {
			out.Src = Address(f)
		}
		if f.Width == 0 {
			continue
		}
		if f.Format == "jpg" {
			out.Widest = &f
		}
		part := Address(f) + " " + strconv.FormatInt(f.Width, 10) + "w"
		if f.Format == "webp" {
			webp = append(webp, part)
		} else {
			jpeg = append(jpeg, part)
		}
	}
	out.WebP, out.JPEG = strings.Join(webp, ", "), strings.Join(jpeg, ", ")
	return out, nil
}

// Address is where a file of a picture is: /media/ID/2-800.webp, and /media/ID/2-whole.jpg.
func Address(f query.PictureFile) string {
	width := "whole"
	if f.Width > 0 {
		width = strconv.FormatInt(f.Width, 10)
	}
	return Prefix + f.PictureID + "/" + strconv.FormatInt(f.Rev, 10) + "-" + width + "." + f.Format
}

// State is what publishing asks of a picture.
type State struct {
	There     bool
	Described map[locale.Locale]bool // it says what it shows, or needs no words
}

// Lock keeps a picture from being deleted until the transaction ends, and tells what pages would show of it.
func Lock(ctx context.Context, tx *db.Tx, id string) (State, error) {
	p, err := tx.PictureLock(ctx, id)
	if errors.Is(err, db.ErrNoRows) {
		return State{}, nil
	}
	if err != nil {
		return State{}, fmt.Errorf("picture %s: %w", id, err)
	}
	return State{There: p.GoneAt == 0, Described: map[locale.Locale]bool{
		locale.EN: p.Decorative || p.AltEn != "", locale.ZH: p.Decorative || p.AltZh != "",
	}}, nil
}

// Addresses are the usual files of all pictures that are there, by their ids.
func Addresses(ctx context.Context, r db.Reader) (map[string]string, error) {
	files, err := r.PictureAddresses(ctx, usualWidth)
	if err != nil {
		return nil, fmt.Errorf("addresses of pictures: %w", err)
	}
	out := map[string]string{}
	for _, f := range files {
		out[f.PictureID] = Address(f)
	}
	return out, nil
}
