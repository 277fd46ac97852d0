// Package media decodes and re-encodes the pictures that people upload, and stores files on disk or in S3. Only decoded
// pixels of an uploaded file are stored.
//
// An upload has no file name and is not in memory until it is its turn. A child process decodes it and is killed when
// it takes more memory or time than the header implies, or when the visitor disconnects (decision 21).
package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/admission"
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
	fullSide = 2880 // maximum longer side of the stored picture: screenshots of most phones are not resampled, a third of their cost
	// Scrolled screenshots are read by their width, so they keep more of their length.
	stripWidth, stripSide, stripRatio = 1080, 10_000, 3
)

// Image is a sanitised picture: upright, at most 2,880 pixels a side (a long screenshot more), without metadata.
type Image struct {
	JPEG          []byte
	Width, Height int // of JPEG
	DHash         uint64
	Detail        string // input of SameDetail

	// Of the uploaded file.
	Name   string // cleaned for display; never a path
	Size   int64  // bytes
	MIME   string // by content: image/jpeg, image/png, image/webp or image/heic
	SHA256 string // hex
}

// Sanitizer sanitises uploads, each in a child process. Members take turns.
type Sanitizer struct {
	gate *admission.Gate
	dir  string
}

// NewSanitizer stores waiting uploads in the folder dir, as files without names. It starts processes as gate admits
// them.
func NewSanitizer(gate *admission.Gate, dir string) *Sanitizer {
	return &Sanitizer{gate: gate, dir: dir}
}

// Enter counts an upload of owner. Call it before reading the upload, and call leave at its end. If too many wait, the
// fault is "busy".
func (s *Sanitizer) Enter(owner string) (leave func(), err error) { return s.gate.Announce(owner) }

// turn returns when it is owner's turn for a process; call done afterwards.
func (s *Sanitizer) turn(ctx context.Context, owner string, w weight) (done func(), err error) {
	if w.memory > s.gate.Limit().Memory {
		return nil, tooLarge()
	}
	return s.gate.Enter(ctx, admission.Work{Owner: owner, Memory: w.memory, Slow: w.slow})
}

// Upload is a received file that is not decoded yet.
type Upload struct {
	file   *os.File
	format format
	image  Image
}

// Close deletes the file.
func (u *Upload) Close() error { return u.file.Close() }

// Receive reads one uploaded file, and refuses it by its first kilobyte before reading on. Faults: "file-empty",
// "file-too-large" (above MaxBytes, or a body limit of the server), "upload-interrupted", "pdf-not-accepted",
// "gif-not-accepted", "svg-not-accepted", "html-not-accepted", "file-type-not-accepted". Other errors are those of ctx
// or the disk.
func (s *Sanitizer) Receive(ctx context.Context, r io.Reader, declaredName string) (u *Upload, err error) {
	from := &readError{r: r}
	head := make([]byte, sniffLength)
	n, _ := io.ReadFull(from, head)
	if head = head[:n]; from.err != nil {
		return nil, interrupted(ctx, from.err)
	}
	f, err := sniff(head)
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(s.dir, ".upload-")
	if err != nil {
		return nil, fmt.Errorf("media: keep an upload: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	if err := os.Remove(file.Name()); err != nil { // the file exists until it is closed, or the program ends
		return nil, fmt.Errorf("media: keep an upload: %w", err)
	}
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(file, sum), io.MultiReader(bytes.NewReader(head), io.LimitReader(from, int64(MaxBytes+1-n))))
	switch {
	case from.err != nil:
		return nil, interrupted(ctx, from.err)
	case err != nil:
		return nil, fmt.Errorf("media: keep an upload: %w", err)
	case size > MaxBytes:
		return nil, fault.Invalid("file-too-large").With("max", MaxBytes>>20)
	}
	img := Image{Name: CleanName(declaredName), Size: size, MIME: string(f), SHA256: hex.EncodeToString(sum.Sum(nil))}
	return &Upload{file: file, format: f, image: img}, nil
}

// readError distinguishes a sender's failure from the disk's.
type readError struct {
	r   io.Reader
	err error
}

func (e *readError) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	if err != nil && err != io.EOF {
		e.err = err
	}
	return n, err
}

func interrupted(ctx context.Context, err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return fault.Invalid("file-too-large").With("max", MaxBytes>>20)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fault.Invalid("upload-interrupted")
}

// Sanitize decodes and re-encodes an upload when it is owner's turn. Faults: "picture-too-large" (above MaxPixels or
// MaxSide, or needs too much memory or time), "picture-unreadable", "busy". Otherwise the error is ctx's, or
// that no decoder could be started.
func (s *Sanitizer) Sanitize(ctx context.Context, owner string, u *Upload) (Image, error) {
	w, err := weigh(u.format, u.file)
	if err != nil {
		return Image{}, err
	}
	done, err := s.turn(ctx, owner, w)
	if err != nil {
		return Image{}, err
	}
	defer done()
	head, picture, err := inProcess(ctx, u.format, u.file, w, decodeTime)
	if err != nil {
		return Image{}, err
	}
	img := u.image
	img.JPEG, img.Width, img.Height, img.DHash, img.Detail = picture, head.Width, head.Height, head.DHash, head.Detail
	return img, nil
}

// keptSize is the stored size, limited by the longer side.
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
