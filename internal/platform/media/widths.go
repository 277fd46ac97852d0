package media

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"shanmen/internal/platform/media/webp"
)

// Widths are the widths in pixels in which a picture of the site is stored: a phone, a high-resolution phone or a
// column, the whole page. A narrower picture is also stored in its own width.
var Widths = []int{400, 800, 1600}

const (
	widthsVerb   = "picture-widths"
	widthsArgs   = 5 // program, verb, width, height, memory
	widthsTime   = 60 * time.Second
	jpegQuality  = 80
	webpQuality  = 76 // similar quality to JPEG at 80
	maxAllWidths = 48 * mB
)

// Width is a picture in one width.
type Width struct {
	Width, Height int // pixels
	WebP, JPEG    []byte
}

// widthHead is the first line of the output. The files follow in this order, each WebP before its JPEG.
type widthHead struct {
	Width  int `json:"width"`
	Height int `json:"height"`
	WebP   int `json:"webp"` // bytes
	JPEG   int `json:"jpeg"`
}

func widthsOf(w int) (out []int) {
	for _, one := range Widths {
		if one >= w {
			return append(out, w)
		}
		out = append(out, one)
	}
	return out
}

// InWidths creates the widths of a picture made by Sanitize, narrowest first, when it is owner's turn. The fault is
// "busy"; otherwise the error is ctx's, or why they could not be made.
func (s *Sanitizer) InWidths(ctx context.Context, owner string, picture []byte) ([]Width, error) {
	c, err := jpeg.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("media: widths: %w", err)
	}
	widest := min(c.Width, Widths[len(Widths)-1])
	pixels := int64(widest) * int64(max(1, c.Height*widest/c.Width))
	w := weight{width: c.Width, height: c.Height, memory: processMemory + 48*mB + int64(len(picture)) + 3*int64(c.Width)*int64(c.Height) +
		webp.Memory + (webp.PerPixel+8)*pixels}
	done, err := s.turn(ctx, owner, w)
	if err != nil {
		return nil, err
	}
	defer done()
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	out, err := inChild(ctx, bytes.NewReader(picture), widthsTime, maxAllWidths, widthsVerb, n(int64(c.Width)), n(int64(c.Height)), n(w.memory))
	if err != nil {
		return nil, err
	}
	return readWidths(out)
}

func readWidths(out []byte) ([]Width, error) {
	line, rest, found := bytes.Cut(out, []byte{'\n'})
	var heads []widthHead
	if !found || json.Unmarshal(line, &heads) != nil {
		return nil, errors.New("media: widths: no answer")
	}
	var all []Width
	for _, h := range heads {
		if h.WebP <= 0 || h.JPEG <= 0 || len(rest) < h.WebP+h.JPEG {
			return nil, errors.New("media: widths: half an answer")
		}
		all = append(all, Width{Width: h.Width, Height: h.Height, WebP: rest[:h.WebP], JPEG: rest[h.WebP : h.WebP+h.JPEG]})
		rest = rest[h.WebP+h.JPEG:]
	}
	return all, nil
}

func init() {
	if len(os.Args) != widthsArgs || os.Args[1] != widthsVerb {
		return
	}
	if err := widthsChild(os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func widthsChild(args []string) error {
	memory, err := strconv.ParseInt(args[2], 10, 64)
	if err != nil {
		return err
	}
	limitSelf(memory)
	debug.SetMemoryLimit(memory - memory/8)
	go endAbove(memory)
	go endWith(os.NewFile(childPipe, "parent"))
	src, err := jpeg.Decode(os.Stdin)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	if err := writeWidths(out, src); err != nil {
		return err
	}
	return out.Flush()
}

func writeWidths(out io.Writer, src image.Image) error {
	ctx := context.Background()
	full := src.Bounds()
	sizes := widthsOf(full.Dx())
	widest := sizes[len(sizes)-1]
	encoder, err := webp.Start(ctx, widest*max(1, full.Dy()*widest/full.Dx()))
	if err != nil {
		return err
	}
	var heads []widthHead
	var files bytes.Buffer
	for _, w := range sizes {
		h := max(1, (full.Dy()*w+full.Dx()/2)/full.Dx())
		small := resample(src, w, h)
		plain := image.NewNRGBA(small.Rect)
		draw.Draw(plain, plain.Rect, small, image.Point{}, draw.Src)
		packed, err := encoder.Encode(ctx, plain, webpQuality)
		if err != nil {
			return err
		}
		head := widthHead{Width: w, Height: h, WebP: len(packed)}
		files.Write(packed)
		before := files.Len()
		if err := jpeg.Encode(&files, small, &jpeg.Options{Quality: jpegQuality}); err != nil {
			return err
		}
		head.JPEG = files.Len() - before
		heads = append(heads, head)
	}
	if err := json.NewEncoder(out).Encode(heads); err != nil {
		return err
	}
	_, err = files.WriteTo(out)
	return err
}
