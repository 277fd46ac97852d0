package media

import (
	"bufio"
	"errors"
	"io"
)

// jpegHeader is what DecodeConfig omits of the frame header.
type jpegHeader struct {
	progressive   bool
	width, height int
	sampling      [][2]int // of each component: horizontal, vertical
}

var errJPEG = errors.New("media: not a JPEG that Go decodes")

// readJPEGHeader reads up to the first scan as Go's decoder does: it skips stray bytes, fill bytes and restart markers,
// and accepts one frame header. A test compares the two on random files.
func readJPEGHeader(r io.Reader) (h jpegHeader, err error) {
	err = walkJPEG(bufio.NewReader(r), func(marker byte, size int, in *bufio.Reader) (bool, error) {
		switch {
		case marker == 0xDA:
			return true, nil
		case marker >= 0xC0 && marker <= 0xC2:
			if h.sampling != nil || size != 9 && size != 15 && size != 18 {
				return true, errJPEG
			}
			body := make([]byte, size)
			if _, err := io.ReadFull(in, body); err != nil {
				return true, err
			}
			h.progressive = marker == 0xC2
			h.height, h.width = int(body[1])<<8|int(body[2]), int(body[3])<<8|int(body[4])
			for at := 7; at < size; at += 3 {
				h.sampling = append(h.sampling, [2]int{int(body[at] >> 4), int(body[at] & 15)})
			}
			return false, nil
		}
		_, err := in.Discard(size)
		return false, err
	})
	if err == nil && h.sampling == nil {
		err = errJPEG
	}
	return h, err
}

// readEXIF returns the TIFF structure before the first scan, nil without one.
func readEXIF(r io.Reader) (exif []byte) {
	_ = walkJPEG(bufio.NewReader(r), func(marker byte, size int, in *bufio.Reader) (bool, error) {
		if marker == 0xDA {
			return true, nil
		}
		const mark = "Exif\x00\x00"
		if head, err := in.Peek(len(mark)); marker != 0xE1 || size <= len(mark) || err != nil || string(head) != mark {
			_, err := in.Discard(size)
			return false, err
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(in, body); err == nil {
			exif = body[len(mark):]
		}
		return true, nil
	})
	return exif
}

// walkJPEG calls see for each marker with a body of size bytes, which see must read. It ends when see says so, and at
// the end of the image or file.
func walkJPEG(in *bufio.Reader, see func(marker byte, size int, in *bufio.Reader) (done bool, err error)) error {
	var b [2]byte
	if _, err := io.ReadFull(in, b[:]); err != nil || b != [2]byte{0xFF, 0xD8} {
		return errJPEG
	}
	for {
		if _, err := io.ReadFull(in, b[:]); err != nil {
			return err
		}
		for b[0] != 0xFF { // stray bytes
			next, err := in.ReadByte()
			if err != nil {
				return err
			}
			b[0], b[1] = b[1], next
		}
		marker := b[1]
		if marker == 0 { // an escaped FF is a stray byte too
			continue
		}
		for marker == 0xFF { // fill bytes
			next, err := in.ReadByte()
			if err != nil {
				return err
			}
			marker = next
		}
		switch {
		case marker == 0xD9:
			return nil
		case marker >= 0xD0 && marker <= 0xD7: // a restart marker after a scan has no body
			continue
		}
		if _, err := io.ReadFull(in, b[:]); err != nil {
			return err
		}
		size := int(b[0])<<8 | int(b[1]) - 2
		if size < 0 {
			return errJPEG
		}
		if done, err := see(marker, size, in); done || err != nil {
			return err
		}
	}
}

// scanCounter stops a JPEG that needs more work than any photograph. A progressive file may have any number of scans,
// and each scan processes the whole picture for a few bytes. In coded data FF is followed by 0, so FF DA starts a scan,
// or is in metadata, where it is rare.
type scanCounter struct {
	r     io.Reader
	left  int
	after bool // the last byte was FF
}

var errScans = errors.New("media: too many scans")

// Cameras and apps write about ten scans. All scans of a file together may cover maxScanPixels: at 50 megapixels that
// is sixteen scans, at 12 all that maxScans allows.
const (
	maxScans       = 64
	maxScanPixels  = 800_000_000
	jpegReadLength = 512 // the decoder reads no further ahead
)

func countScans(r io.Reader, pixels int) *scanCounter {
	return &scanCounter{r: r, left: min(maxScans, maxScanPixels/max(pixels, 1))}
}

func (s *scanCounter) Read(p []byte) (int, error) {
	n, err := s.r.Read(p[:min(len(p), jpegReadLength)])
	for _, b := range p[:n] {
		if s.after && b == 0xDA {
			if s.left--; s.left < 0 {
				return 0, errScans
			}
		}
		s.after = b == 0xFF
	}
	return n, err
}
