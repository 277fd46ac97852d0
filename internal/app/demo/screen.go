package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"mime/multipart"
	"net/http"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/share"
	"shanmen/internal/sales/payment"
)

// screen is the content of a bank app's page after a transfer.
type screen struct {
	amount    money.Cents
	reference string
	at        time.Time
}

const screenWidth, screenHeight = 540, 960

// drawScreen draws it as a readable screenshot.
func drawScreen(s screen) ([]byte, error) {
	site, err := read[site]("site.json")
	if err != nil {
		return nil, err
	}
	serif, err := share.Serif()
	if err != nil {
		return nil, err
	}
	img := image.NewRGBA(image.Rect(0, 0, screenWidth, screenHeight))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(0, 0, screenWidth, 130), image.NewUniform(color.RGBA{R: 0x1f, G: 0x4e, B: 0x79, A: 0xff}), image.Point{}, draw.Src)
	y := 85
	write := func(text string, size float64, ink color.Color, down int) error {
		face, err := opentype.NewFace(serif, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			return err
		}
		pen := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(40, y)}
		pen.DrawString(text)
		y += down
		return nil
	}
	grey := color.Gray{Y: 0x66}
	if err := write("Bank of the demonstration", 34, color.White, 130); err != nil {
		return nil, err
	}
	if err := write("Transfer successful", 36, color.Black, 80); err != nil {
		return nil, err
	}
	if err := write(money.Format(s.amount), 60, color.Black, 90); err != nil {
		return nil, err
	}
	at := s.at.In(clock.Singapore)
	for _, line := range [][2]string{
		{"To", site.PayeeName}, {"UEN", site.UEN}, {"Reference", s.reference},
		{"When", at.Format("2 Jan 2006, 3:04 pm")}, {"Transaction number", "DEMO" + at.Format("20060102150405")},
	} {
		if err := write(line[0], 26, grey, 36); err != nil {
			return nil, err
		}
		if err := write(line[1], 34, color.Black, 68); err != nil {
			return nil, err
		}
	}
	return encode(img)
}

// drawBlurred draws it as a shaky, unreadable photo.
func drawBlurred(s screen) ([]byte, error) {
	sharp, err := drawScreen(s)
	if err != nil {
		return nil, err
	}
	from, err := png.Decode(bytes.NewReader(sharp))
	if err != nil {
		return nil, err
	}
	const block = 45 // size in pixels of each blurred square
	img := image.NewRGBA(from.Bounds())
	for y := 0; y < screenHeight; y += block {
		for x := 0; x < screenWidth; x += block {
			at := image.Rect(x, y, x+block, y+block).Intersect(from.Bounds())
			draw.Draw(img, at, image.NewUniform(average(from, at)), image.Point{}, draw.Src)
		}
	}
	return encode(img)
}

func average(of image.Image, in image.Rectangle) color.Color {
	var r, g, b, n uint32
	for y := in.Min.Y; y < in.Max.Y; y += 3 {
		for x := in.Min.X; x < in.Max.X; x += 3 {
			cr, cg, cb, _ := of.At(x, y).RGBA()
			r, g, b, n = r+cr>>8, g+cg>>8, b+cb>>8, n+1
		}
	}
	return color.RGBA{R: uint8(r / n), G: uint8(g / n), B: uint8(b / n), A: 0xff}
}

func encode(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	fast := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := fast.Encode(&b, img); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// upload uploads a picture as the checkout does.
func (l *Life) upload(ctx context.Context, picture []byte) (fileID string, err error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "transfer.png")
	if err != nil {
		return "", err
	}
	if _, err := part.Write(picture); err != nil {
		return "", err
	}
	if err := form.Close(); err != nil {
		return "", err
	}
	r, err := http.NewRequestWithContext(httpd.As(ctx, l.Member, httpd.LocaleOf(ctx)), http.MethodPost, "/api/upload/receipt", &body)
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	w := &answer{header: http.Header{}}
	if err := l.Payments.Upload(w, r); err != nil {
		return "", err
	}
	var up payment.Uploaded
	if err := json.Unmarshal(w.Bytes(), &up); err != nil {
		return "", fmt.Errorf("answer to an upload: %w", err)
	}
	return up.FileID, nil
}

// answer records a response.
type answer struct {
	bytes.Buffer
	header http.Header
}

func (a *answer) Header() http.Header { return a.header }
func (a *answer) WriteHeader(int)     {}
