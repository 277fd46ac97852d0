package media

import (
	"bytes"
	"encoding/binary"
)

// exifOf returns the TIFF structure of a picture's EXIF block, nil without one. HEIC is not included: its decoder
// applies the rotation.
func exifOf(f format, data []byte) []byte {
	switch f {
	case formatJPEG:
		return readEXIF(bytes.NewReader(data))
	case formatPNG:
		return chunk(data, 8, "eXIf", binary.BigEndian, true)
	case formatWebP:
		return chunk(data, 12, "EXIF", binary.LittleEndian, false)
	}
	return nil
}

// chunk finds a chunk of a PNG (length, name, body, checksum) or of a RIFF file (name, length, body, padded to even).
func chunk(data []byte, at int, name string, order binary.ByteOrder, png bool) []byte {
	for at+8 <= len(data) {
		tag, size := string(data[at:at+4]), order.Uint32(data[at+4:])
		if png {
			tag, size = string(data[at+4:at+8]), order.Uint32(data[at:])
		}
		body := data[at+8:]
		if uint64(size) > uint64(len(body)) {
			return nil
		}
		if tag == name {
			return body[:size]
		}
		at += 8 + int(size)
		if png {
			at += 4
		} else {
			at += int(size & 1)
		}
	}
	return nil
}

// orientation reads tag 0x0112 of the first directory: 1 to 8, or 1 if absent or invalid.
func orientation(exif []byte) int {
	if len(exif) > 6 && string(exif[:6]) == "Exif\x00\x00" { // some WebP writers keep JPEG's prefix
		exif = exif[6:]
	}
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	switch string(exif[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
	default:
		return 1
	}
	at := uint64(order.Uint32(exif[4:]))
	if at+2 > uint64(len(exif)) {
		return 1
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == 0x0112 {
			if v := order.Uint16(entries[8:]); v >= 1 && v <= 8 {
				return int(v)
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}
