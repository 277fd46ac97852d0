package httpd

import (
	"errors"
	"io"
	"net/http"
	"path"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/fault"
)

// longestFileName is how many characters of a file name are kept: its end, which says most.
const longestFileName = 100

// OneFile reads an upload with one part named file into memory: its name without folders, and at most most bytes.
// Faults: tooLarge above that, "upload-interrupted", and "invalid-fields" for another part or an empty file.
func OneFile(r *http.Request, most int64, tooLarge string) (name string, data []byte, err error) {
	parts, err := PartsOf(r)
	if err != nil {
		return "", nil, err
	}
	for {
		part, err := parts.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		var big *http.MaxBytesError
		_, refused := fault.Of(err)
		switch {
		case refused:
			return "", nil, err
		case errors.As(err, &big):
			return "", nil, fault.Invalid(tooLarge)
		case err != nil:
			return "", nil, fault.Invalid("upload-interrupted")
		case part.FormName() != "file" || data != nil:
			return "", nil, fault.At(part.FormName(), "unknown-field")
		}
		name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(part.FileName(), ""), `\`, "/"))
		data, err = io.ReadAll(io.LimitReader(part, most+1))
		switch {
		case errors.As(err, &big) || int64(len(data)) > most:
			return "", nil, fault.Invalid(tooLarge)
		case err != nil:
			return "", nil, fault.Invalid("upload-interrupted")
		}
	}
	if len(data) == 0 {
		code := "required"
		if data != nil {
			code = "empty-file"
		}
		return "", nil, fault.At("file", code)
	}
	for utf8.RuneCountInString(name) > longestFileName {
		_, size := utf8.DecodeRuneInString(name)
		name = name[size:]
	}
	return name, data, nil
}
