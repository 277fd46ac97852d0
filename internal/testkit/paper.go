package testkit

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"
)

// SVGSize is how wide and how high an SVG wants to be; it fails on what a browser cannot read.
func SVGSize(t testing.TB, svg string) (w, h float64) {
	t.Helper()
	var root struct {
		XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
		Width   float64  `xml:"width,attr"`
		Height  float64  `xml:"height,attr"`
	}
	if err := xml.Unmarshal([]byte(svg), &root); err != nil {
		t.Fatal(err)
	}
	return root.Width, root.Height
}

// PDFText is the text of a PDF without layout.
func PDFText(t testing.TB, file []byte) string {
	t.Helper()
	doc, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := doc.GetPlainText()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	// A line of both scripts uses two fonts, and comes in parts.
	return strings.ReplaceAll(string(b), "\n", "")
}
