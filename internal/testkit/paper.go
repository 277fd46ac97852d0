package testkit

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"
)

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
