package media

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// screen is a bank's screen after a transfer, drawn at four times the size of its letters.
func screen(reference, at, number string) image.Image {
	small := image.NewRGBA(image.Rect(0, 0, 150, 300))
	draw.Draw(small, small.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(small, image.Rect(0, 0, 150, 90), image.NewUniform(color.RGBA{11, 74, 143, 255}), image.Point{}, draw.Src)
	for i, line := range []string{"S$38.00", "To QING LIAN TEMPLE", "UEN S62SS0021K", reference, at, number} {
		d := font.Drawer{Dst: small, Src: image.NewUniform(color.Gray{60}), Face: basicfont.Face7x13, Dot: fixed.P(8, 60+i*40)}
		d.DrawString(line)
	}
	large := image.NewRGBA(image.Rect(0, 0, 600, 1200))
	for y := range 1200 {
		for x := range 600 {
			large.Set(x, y, small.At(x/4, y/4))
		}
	}
	return large
}

// kept is a picture recompressed with a quality, as by a chat app, and its detail.
func kept(t *testing.T, m image.Image, quality, height int) (*image.YCbCr, string) {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	back, err := jpeg.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	small := resample(back, height/2, height)
	return small, detailOf(small)
}

func TestSimilarScreenshotsOfOneBankAreTwoTransfers(t *testing.T) {
	var details []string
	for i := range 27 {
		m := screen(fmt.Sprintf("Ref K7Q4X9TM%02d", i), fmt.Sprintf("20 Nov %d:%02d", 9+i/9, i*7%60), fmt.Sprintf("2026112000%05d", 47713+i*61))
		_, d := kept(t, m, 90, 1200)
		for j, before := range details {
			if SameDetail(before, d) {
				t.Errorf("%d is taken for %d", i, j)
			}
		}
		details = append(details, d)
	}
}

// These differ in one digit of a reference only.
func TestOneDigitDistinguishesTwoScreenshots(t *testing.T) {
	var details []string
	for i := range 10 {
		_, d := kept(t, screen(fmt.Sprintf("Ref K7Q4X9TM1%d", i), "20 Nov 9:07", "202611200047713"), 90, 1200)
		for j, before := range details {
			if SameDetail(before, d) {
				t.Errorf("%d is taken for %d", i, j)
			}
		}
		details = append(details, d)
	}
}

func TestARecompressedPictureIsRecognised(t *testing.T) {
	m := screen("Ref K7Q4X9TM01", "20 Nov 9:07", "202611200047713")
	first, d := kept(t, m, 90, 1200)
	for _, again := range []struct{ quality, height int }{{90, 1200}, {60, 1200}, {75, 900}, {40, 1200}} {
		other, e := kept(t, m, again.quality, again.height)
		if !SameDetail(d, e) || Distance(dHash(first), dHash(other)) > 3 {
			t.Errorf("quality %d, %d high: another picture, %d bits apart", again.quality, again.height, Distance(dHash(first), dHash(other)))
		}
	}
	if SameDetail("", "") || SameDetail(d, "") {
		t.Error("a picture of which nothing is known is like none")
	}
}
