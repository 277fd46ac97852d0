package bankfile

import (
	"math"
	"unicode/utf16"

	"shanmen/internal/base/fault"
)

// Records of BIFF8 (MS-XLS) with cell contents; others are skipped.
const (
	recBOF      = 0x0809
	recEOF      = 0x000A
	recContinue = 0x003C
	recLocked   = 0x002F // FILEPASS: written with a password
	recDateMode = 0x0022
	recFormat   = 0x041E
	recXF       = 0x00E0
	recSST      = 0x00FC
	recLabelSST = 0x00FD
	recLabel    = 0x0204
	recRString  = 0x00D6
	recNumber   = 0x0203
	recRK       = 0x027E
	recMulRK    = 0x00BD
	recFormula  = 0x0006
	recString   = 0x0207
	recBoolErr  = 0x0205
	recSheet    = 0x0085 // BOUNDSHEET: the name of a sheet
)

type sheet struct {
	table
	strings  []string
	displays map[uint16]display // of the file's own number formats
	xf       []uint16           // number format of each style
	since04  bool
	row      int // row of the formula whose text follows
	col      int

	names []string // of the sheets, in order
}

// xlsRows reads the first non-empty worksheet.
func xlsRows(data []byte) ([][]string, error) {
	out, err := readXLS(data, false)
	return out.Rows, err
}

// xlsSheet also returns what cells alone do not show.
func xlsSheet(data []byte) (Sheet, error) { return readXLS(data, true) }

// readXLS reads until a worksheet has rows; with whole to the end, counting the rows of further ones.
func readXLS(data []byte, whole bool) (out Sheet, err error) {
	s := sheet{displays: map[uint16]display{}}
	stream := workbook(data)
	depth, number, cells := 0, -1, false // number: of the current sheet
	for len(stream) >= 4 {
		id, body, rest := record(stream)
		parts := [][]byte{body}
		for len(rest) >= 4 && le.Uint16(rest) == recContinue {
			_, more, after := record(rest)
			parts, rest = append(parts, more), after
		}
		stream = rest
		switch id {
		case recBOF:
			depth++
			if depth == 1 {
				if len(body) < 4 || le.Uint16(body) != 0x0600 { // older than Excel 97
					return out, fault.Invalid("statement-unreadable")
				}
				if cells = le.Uint16(body[2:]) == 0x0010; le.Uint16(body[2:]) != 0x0005 { // 5: the globals before all sheets
					number++
				}
			}
		case recEOF:
			depth--
			rows := saidRows(s.rows)
			switch {
			case rows == 0:
			case out.Rows == nil:
				if out.Rows, out.Since04, out.Formulas, out.Beyond = s.rows, s.since04, s.formulas, s.beyond; !whole {
					return out, nil
				}
			default:
				out.Left = append(out.Left, Left{s.name(number), rows})
			}
			if depth == 0 {
				s.table = table{}
			}
		case recLocked:
			return out, fault.Invalid("statement-unreadable")
		default:
			if err := s.record(id, parts, cells && depth == 1); err != nil && out.Rows == nil {
				return out, err
			}
		}
	}
	if out.Rows == nil { // truncated: no end record
		out.Rows, out.Since04, out.Formulas, out.Beyond = s.rows, s.since04, s.formulas, s.beyond
	}
	if len(out.Rows) == 0 {
		return out, fault.Invalid("statement-unreadable")
	}
	return out, nil
}

func (s *sheet) name(number int) string {
	if number < 0 || number >= len(s.names) {
		return ""
	}
	return s.names[number]
}

func record(b []byte) (id uint16, body, rest []byte) {
	id, n := le.Uint16(b), int(le.Uint16(b[2:]))
	b = b[4:]
	n = min(n, len(b))
	return id, b[:n], b[n:]
}

func (s *sheet) record(id uint16, parts [][]byte, cells bool) error {
	b := parts[0]
	switch id {
	case recDateMode:
		s.since04 = len(b) >= 2 && le.Uint16(b) == 1
		return nil
	case recFormat:
		if len(b) > 2 {
			r := pieces{parts: [][]byte{b[2:]}}
			s.displays[le.Uint16(b)] = displayOf(int(le.Uint16(b)), r.text(int(r.u16())))
		}
		return nil
	case recXF:
		if len(b) >= 4 {
			s.xf = append(s.xf, le.Uint16(b[2:]))
		}
		return nil
	case recSST:
		s.sst(parts)
		return nil
	case recSheet:
		if len(b) > 8 && len(s.names) < maxParts {
			r := pieces{parts: [][]byte{b[6:]}}
			s.names = append(s.names, tidy(r.text(int(r.u8()))))
		}
		return nil
	}
	if cells && id == recString { // the result of the previous formula
		r := pieces{parts: parts}
		return s.set(s.row, s.col, tidy(r.text(int(r.u16()))))
	}
	if !cells || len(b) < 6 {
		return nil
	}
	row, col, xf := int(le.Uint16(b)), int(le.Uint16(b[2:])), le.Uint16(b[4:])
	b = b[6:]
	switch id {
	case recLabelSST:
		if len(b) >= 4 && uint64(le.Uint32(b)) < uint64(len(s.strings)) {
			return s.set(row, col, s.strings[le.Uint32(b)])
		}
		return s.set(row, col, lostText)
	case recLabel, recRString:
		r := pieces{parts: append([][]byte{b}, parts[1:]...)}
		return s.set(row, col, tidy(r.text(int(r.u16()))))
	case recNumber:
		if len(b) >= 8 {
			return s.set(row, col, s.number(math.Float64frombits(le.Uint64(b)), xf))
		}
	case recRK:
		if len(b) >= 4 {
			return s.set(row, col, s.number(rk(le.Uint32(b)), xf))
		}
	case recMulRK: // a run of cells, each a style and a number; the last two bytes are the end column
		b = parts[0][4:]
		for ; len(b) >= 8; col, b = col+1, b[6:] {
			if err := s.set(row, col, s.number(rk(le.Uint32(b[2:])), le.Uint16(b))); err != nil {
				return err
			}
		}
	case recBoolErr:
		if len(b) >= 2 {
			return s.set(row, col, truthOrError(b[0], b[1] == 1))
		}
	case recFormula:
		s.row, s.col = row, col
		s.formulas.add(row, col)
		switch {
		case len(b) < 8:
		case le.Uint16(b[6:]) != 0xFFFF:
			return s.set(row, col, s.number(math.Float64frombits(le.Uint64(b)), xf))
		case b[0] == 1 || b[0] == 2: // otherwise text that follows, or empty
			return s.set(row, col, truthOrError(b[2], b[0] == 2))
		}
	}
	return nil
}

// cellErrors are the displayed error values of formulas.
var cellErrors = map[byte]string{0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A"}

func truthOrError(value byte, failed bool) string {
	if failed {
		return cellErrors[value]
	}
	return truth(value == 1)
}

func (s *sheet) number(v float64, xf uint16) string {
	format := uint16(0)
	if int(xf) < len(s.xf) {
		format = s.xf[xf]
	}
	as, named := s.displays[format]
	if !named {
		as = displayOf(int(format), "")
	}
	return numeral(v, as, s.since04)
}

// rk decodes a 30-bit number: an integer or the upper half of a float, possibly a hundredth.
func rk(v uint32) float64 {
	var f float64
	if v&2 != 0 {
		f = float64(int32(v) >> 2)
	} else {
		f = math.Float64frombits(uint64(v&^3) << 32)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}

// sst reads the shared strings.
func (s *sheet) sst(parts [][]byte) {
	r := pieces{parts: parts}
	r.skip(8)
	for !r.empty() {
		s.strings = append(s.strings, tidy(r.rich()))
	}
}

// pieces reads across a record and its continuations.
type pieces struct{ parts [][]byte }

func (p *pieces) empty() bool {
	for len(p.parts) > 0 && len(p.parts[0]) == 0 {
		p.parts = p.parts[1:]
	}
	return len(p.parts) == 0
}

func (p *pieces) u8() byte {
	if p.empty() {
		return 0
	}
	b := p.parts[0][0]
	p.parts[0] = p.parts[0][1:]
	return b
}

func (p *pieces) u16() uint16 { return uint16(p.u8()) | uint16(p.u8())<<8 }

func (p *pieces) skip(n int) {
	for n > 0 && !p.empty() {
		k := min(n, len(p.parts[0]))
		p.parts[0], n = p.parts[0][k:], n-k
	}
}

// text reads n characters after a byte with their width.
func (p *pieces) text(n int) string { return p.characters(n, p.u8()&1 != 0) }

// rich reads a string with its length, and skips formatting.
func (p *pieces) rich() string {
	n := int(p.u16())
	flags := p.u8()
	after := 0
	if flags&8 != 0 {
		after = 4 * int(p.u16())
	}
	if flags&4 != 0 {
		after += min(int(p.u16())|int(p.u16())<<16, MaxBytes)
	}
	out := p.characters(n, flags&1 != 0)
	p.skip(after)
	return out
}

// characters reads UTF-16 or its lower bytes; a string continued in another record repeats the width.
func (p *pieces) characters(n int, wide bool) string {
	units := make([]uint16, 0, min(n, maxCell))
	for n > 0 {
		if len(p.parts) > 0 && len(p.parts[0]) == 0 {
			if p.empty() {
				break
			}
			wide = p.u8()&1 != 0
			continue
		}
		if p.empty() {
			break
		}
		u := uint16(p.u8())
		if wide {
			u |= uint16(p.u8()) << 8
		}
		units = append(units, u)
		n--
	}
	return string(utf16.Decode(units))
}
