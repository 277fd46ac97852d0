package paynow

import (
	"bytes"
	"image"
	"image/png"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/testkit/paynowcode"
)

// pure tells the reader that the picture contains only the code. Its search for a code in a photograph misreads a few
// of a hundred exact pictures.
var pure = map[gozxing.DecodeHintType]interface{}{gozxing.DecodeHintType_PURE_BARCODE: true}

func decodeQR(t *testing.T, data []byte) (string, image.Image) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		t.Fatal(err)
	}
	result, err := qrcode.NewQRCodeReader().Decode(bitmap, pure)
	if err != nil {
		t.Fatal(err)
	}
	return result.GetText(), img
}

func TestAnIndependentReaderDecodesTheQRCode(t *testing.T) {
	t.Parallel()
	const seed = 20261121
	random := rand.New(rand.NewPCG(seed, 1))
	for range 25 {
		p := Params{
			UEN: "T08SS0001L", PayeeName: "QING LIAN TEMPLE"[:1+random.IntN(16)], Cents: MinCents + money.Cents(random.Int64N(int64(MaxCents))),
			Reference: id.Reference(), Expires: endOf2026.Add(time.Duration(random.IntN(1e6)) * time.Minute),
		}
		if p.PayeeName[len(p.PayeeName)-1] == ' ' {
			p.PayeeName += "X"
		}
		payload, err := Payload(p)
		if err != nil {
			t.Fatal(err)
		}
		data, err := PNG(payload, 1+random.IntN(12))
		if err != nil {
			t.Fatal(err)
		}
		text, img := decodeQR(t, data)
		if text != payload {
			t.Fatalf("read %q, wrote %q", text, payload)
		}
		c, err := paynowcode.Parse(text)
		if err != nil || c.Cents != p.Cents || c.Reference != p.Reference || c.UEN != p.UEN || c.Editable {
			t.Errorf("read back %+v, %v; wrote %+v", c, err, p)
		}
		checkBorder(t, img)
	}
}

// checkBorder checks that the picture is large enough, that it has a white border of four modules, and that every
// module is a whole square.
func checkBorder(t *testing.T, img image.Image) {
	t.Helper()
	side := img.Bounds().Dx()
	if side < minPixels || side != img.Bounds().Dy() {
		t.Fatalf("side is %d pixels", side)
	}
	black := func(x, y int) bool { r, _, _, _ := img.At(x, y).RGBA(); return r == 0 }
	first := 0
	for !black(first, first) {
		first++
	}
	finder := first
	for black(finder, first) {
		finder++
	}
	// The finder pattern is 7 modules wide, so its width gives the size of a module.
	if scale := (finder - first) / 7; first != quietModules*scale || side%scale != 0 || (finder-first)%7 != 0 {
		t.Errorf("border %d, finder %d, side %d", first, finder-first, side)
	}
	for i := range side {
		for j := range first {
			if black(i, j) || black(j, i) || black(i, side-1-j) || black(side-1-j, i) {
				t.Fatalf("border is not white at %d, %d", i, j)
			}
		}
	}
}

func TestATextTooLongForAQRCodeIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := PNG(string(make([]byte, 5000)), 8); err == nil {
		t.Error("5000 bytes fitted")
	}
}
