package media

import "encoding/binary"

// jpegHeader is what DecodeConfig does not tell.
type jpegHeader struct {
	progressive bool
	components  int
	scans       int
	exif        []byte // TIFF structure
}

// readJPEG walks the markers up to the end of the image and stops at the first nonsense, which
// the decoder will then find too.
func readJPEG(data []byte) jpegHeader {
	var h jpegHeader
	for at := 2; at+4 <= len(data); {
		if data[at] != 0xFF {
			return h
		}
		marker := data[at+1]
		if marker == 0xFF { // fill byte
			at++
			continue
		}
		if marker == 0xD9 {
			return h
		}
		end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
		if end > len(data) || end < at+4 {
			return h
		}
		body := data[at+4 : end]
		switch {
		case marker == 0xE1 && len(body) > 6 && string(body[:6]) == "Exif\x00\x00" && h.exif == nil:
			h.exif = body[6:]
		case marker == 0xC2 && len(body) >= 6:
			h.progressive, h.components = true, int(body[5])
		case marker >= 0xC0 && marker <= 0xC1 && len(body) >= 6:
			h.components = int(body[5])
		case marker == 0xDA:
			h.scans++
			end = scanEnd(data, end)
		}
		at = end
	}
	return h
}

// scanEnd finds the next marker that is neither an escaped FF nor a restart.
func scanEnd(data []byte, at int) int {
	for ; at+1 < len(data); at++ {
		if data[at] == 0xFF && data[at+1] != 0 && data[at+1] != 0xFF && (data[at+1] < 0xD0 || data[at+1] > 0xD7) {
			return at
		}
	}
	return len(data)
}
