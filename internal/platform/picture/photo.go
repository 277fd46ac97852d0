// Package picture shows the library's pictures on pages. Package library manages them.
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

// Prefix is the start of the addresses of library pictures.
const Prefix = "/media/"

// usualWidth is the width in pixels for browsers without srcset.
const usualWidth = 800

// Photo is a picture for a page. Its files are immutable: a replaced picture gets new addresses.
type Photo struct {
	Src    string `json:"src" doc:"A JPEG"`
	WebP   string `json:"webp,omitempty" doc:"srcset; absent until the scaled versions are ready, seconds after the upload"`
	JPEG   string `json:"jpeg,omitempty" doc:"srcset"`
	Width  int64  `json:"width" doc:"Width of the original in pixels"`
	Height int64  `json:"height"`
	Alt    string `json:"alt" doc:"Description; empty if decorative"`
	X      int64  `json:"x" doc:"Focal point in percent from the left"`
	Y      int64  `json:"y" doc:"Percent from the top"`
	// Widest is its widest file besides the original; nil until its widths exist.
	Widest *query.PictureFile `json:"-"`
}

// Tag is a picture's cache tag.
func Tag(id string) string { return "picture:" + id }

// Find returns a library picture with its description in a language; nil for "" or a deleted one.
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

// Address is the address of a picture's file: /media/ID/2-800.webp, and /media/ID/2-whole.jpg.
func Address(f query.PictureFile) string {
	width := "whole"
	if f.Width > 0 {
		width = strconv.FormatInt(f.Width, 10)
	}
	return Prefix + f.PictureID + "/" + strconv.FormatInt(f.Rev, 10) + "-" + width + "." + f.Format
}

// State is what publishing needs to know about a picture.
type State struct {
	There     bool
	Described map[locale.Locale]bool // has a description, or is decorative
}

// Lock locks a picture against deletion until the transaction ends, and returns its State.
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

// Addresses maps the ids of all pictures to their usual file.
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
