package document

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"golang.org/x/image/font/sfnt"
)

// Typeface is the font of the papers for others who draw with it. It is read where it lies in the
// program, glyph by glyph, so that nobody holds a second copy of its 16 MB. ErrNoFont when the
// program was built before its font was unpacked. It may be shared; sfnt.Buffers may not.
var Typeface = sync.OnceValues(func() (*sfnt.Font, error) {
	file, err := embedded.Open(fontFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoFont
	}
	if err != nil {
		return nil, fmt.Errorf("document: font: %w", err)
	}
	at, ok := file.(io.ReaderAt)
	if !ok {
		return nil, errors.New("document: the embedded font cannot be read from the middle")
	}
	parsed, err := sfnt.ParseReaderAt(at)
	if err != nil {
		return nil, fmt.Errorf("document: font: %w", err)
	}
	return parsed, nil
})
