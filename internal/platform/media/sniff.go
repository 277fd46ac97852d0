package media

import (
	"bytes"
	"net/http"
	"slices"

	"shanmen/internal/base/fault"
)

type format string

const (
	formatJPEG format = "image/jpeg"
	formatPNG  format = "image/png"
	formatWebP format = "image/webp"
	formatHEIC format = "image/heic"
)

// sniffLength is how many bytes decide a file's format. PDF readers search their mark in the first kilobyte.
const sniffLength = 1024

var heicBrands = []string{"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"}

// sniff detects the format from the content alone, not from the name or declared type.
func sniff(head []byte) (format, error) {
	switch {
	case len(head) == 0:
		return "", fault.Invalid("file-empty")
	case bytes.HasPrefix(head, []byte("\xFF\xD8\xFF")):
		return formatJPEG, nil
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return formatPNG, nil
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return formatWebP, nil
	case len(head) >= 12 && string(head[4:8]) == "ftyp":
		if slices.Contains(heicBrands, string(head[8:12])) {
			return formatHEIC, nil
		}
		return "", fault.Invalid("file-type-not-accepted")
	case bytes.HasPrefix(head, []byte("GIF8")):
		return "", fault.Invalid("gif-not-accepted")
	case bytes.Contains(head, []byte("%PDF-")):
		return "", fault.Invalid("pdf-not-accepted")
	case bytes.Contains(bytes.ToLower(head), []byte("<svg")):
		return "", fault.Invalid("svg-not-accepted")
	case http.DetectContentType(head) == "text/html; charset=utf-8":
		return "", fault.Invalid("html-not-accepted")
	}
	return "", fault.Invalid("file-type-not-accepted")
}
