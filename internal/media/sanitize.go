// Package media takes the pictures that people upload, makes harmless pictures of them, and keeps
// files on disk or in S3. Nothing of an uploaded file is ever stored but its decoded pixels.
package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"net/http"

	"shanmen/internal/fault"
)

// The limits of one picture.
const (
	MaxBytes  = 10 << 20
	MaxPixels = 50_000_000
	MaxSide   = 20_000
)

// ContentType is that of every Image.
const ContentType = "image/jpeg"

const (
	quality  = 85
	fullSide = 2600 // of the longer side of what is kept
	// Scrolled screenshots are read by their width: they keep more of their length.
	stripWidth, stripSide, stripRatio = 1080, 10_000, 3
)

// Image is an uploaded picture made harmless: upright, at most 2,600 pixels a side (a long
// screenshot more), without metadata.
type Image struct {
	JPEG          []byte
	Width, Height int // of JPEG
	DHash         uint64

	// Of the upload.
	Name   string // cleaned, for people to see; never a path
	Size   int64  // bytes
	MIME   string // by content: image/jpeg, image/png, image/webp or image/heic
	SHA256 string // hex
}

// Sanitize reads one uploaded file and re-encodes it. It waits for memory when many come at once.
// Faults: "file-empty", "file-too-large" (above MaxBytes, or a body limit of the server),
// "upload-interrupted", "pdf-not-accepted", "gif-not-accepted", "svg-not-accepted",
// "html-not-accepted", "file-type-not-accepted", "picture-too-large" (above MaxPixels or MaxSide),
// "picture-unreadable". Otherwise the error is ctx's.
func Sanitize(ctx context.Context, r io.Reader, declaredName string) (Image, error) {
	data, err := readAll(ctx, r)
	if err != nil {
		return Image{}, err
	}
	f, err := sniff(data[:min(len(data), sniffLength)])
	if err != nil {
		return Image{}, err
	}
	sum := sha256.Sum256(data)
	img := Image{Name: CleanName(declaredName), Size: int64(len(data)), MIME: string(f), SHA256: hex.EncodeToString(sum[:])}
	if err := img.decode(ctx, f, data); err != nil {
		return Image{}, err
	}
	return img, nil
}

// readAll refuses by the first kilobyte before it reads on.
func readAll(ctx context.Context, r io.Reader) ([]byte, error) {
	var buf bytes.Buffer
	_, err := io.CopyN(&buf, r, sniffLength)
	if err == nil {
		if _, refused := sniff(buf.Bytes()); refused != nil {
			return nil, refused
		}
		_, err = io.CopyN(&buf, r, MaxBytes+1-sniffLength)
	}
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil, errors.As(err, &tooLarge):
		return nil, fault.Invalid("file-too-large").With("max", MaxBytes>>20)
	case errors.Is(err, io.EOF):
		return buf.Bytes(), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, fault.Invalid("upload-interrupted")
}

func (img *Image) decode(ctx context.Context, f format, data []byte) error {
	src, release, err := decode(ctx, f, data)
	if err != nil {
		return err
	}
	defer release()
	w, h := keptSize(src.Bounds().Dx(), src.Bounds().Dy())
	kept := upright(resample(src, w, h), orientation(exifOf(f, data)))
	var out bytes.Buffer
	if err := jpeg.Encode(&out, kept, &jpeg.Options{Quality: quality}); err != nil {
		return fmt.Errorf("media: encode: %w", err)
	}
	img.JPEG, img.Width, img.Height, img.DHash = out.Bytes(), kept.Rect.Dx(), kept.Rect.Dy(), dHash(kept)
	return nil
}

// keptSize scales down to what is kept, by the longer side.
func keptSize(w, h int) (int, int) {
	long, short := max(w, h), min(w, h)
	side := fullSide
	if long > stripRatio*short {
		side = max(fullSide, min(stripSide, stripWidth*long/short))
	}
	if long <= side {
		return w, h
	}
	return max(1, (w*side+long/2)/long), max(1, (h*side+long/2)/long)
}
