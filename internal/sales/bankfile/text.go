package bankfile

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	stdunicode "unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/lazyregexp"
)

// decode converts bytes to text; not ok if they are none.
func decode(data []byte) (string, bool) {
	utf16 := func(order unicode.Endianness) (string, bool) {
		out, err := unicode.UTF16(order, unicode.UseBOM).NewDecoder().Bytes(data)
		return string(out), err == nil && !bytes.ContainsRune(out, 0)
	}
	switch {
	case bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")):
		if out, ok := mixed(data[3:], true); ok {
			return out, true
		}
		return strings.ToValidUTF8(string(data[3:]), "\ufffd"), true
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return utf16(unicode.LittleEndian)
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return utf16(unicode.BigEndian)
	}
	if n := bytes.Count(data, []byte{0}); n > 0 { // only UTF-16 without a byte order mark contains zeros
		if n < len(data)/4 {
			return "", false
		}
		even := 0
		for i := 0; i < len(data); i += 2 {
			if data[i] == 0 {
				even++
			}
		}
		if even > n/2 {
			return utf16(unicode.BigEndian)
		}
		return utf16(unicode.LittleEndian)
	}
	whole, damaged := inUTF8(data)
	if damaged == 0 {
		return string(data), true
	}
	if out, ok := mixed(data, whole >= damaged); ok {
		return out, true
	}
	if whole >= damaged {
		return strings.ToValidUTF8(string(data), "\ufffd"), true
	}
	return decodeOther(data)
}

// decodeOther decodes bytes that are not UTF-8.
func decodeOther(data []byte) (string, bool) {
	if out, ok := big5(data); ok {
		return out, true
	}
	if out, err := simplifiedchinese.GB18030.NewDecoder().Bytes(data); err == nil && (chinese(data) || joined(out)) && !bytes.ContainsRune(out, utf8.RuneError) {
		return string(out), true
	}
	// In a short list second bytes may not decide; what is invalid GB 18030 and entirely Chinese is Big5.
	if out, err := traditionalchinese.Big5.NewDecoder().Bytes(data); err == nil && joined(out) && !bytes.ContainsRune(out, utf8.RuneError) {
		return string(out), true
	}
	if out, ok := damagedChinese(data); ok {
		return out, true
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(data)
	return string(out), err == nil
}

// big5 detects text of Taiwan and Hong Kong. Its second bytes are below 0xA1 in two of five characters; in GB 18030
// only those of characters written in Taiwan are, and their first bytes are anywhere.
func big5(data []byte) (text string, ok bool) {
	pairs, low, usual := 0, 0, 0
	for i := 0; i+1 < len(data); i++ {
		if data[i] < 0x80 {
			continue
		}
		pairs++
		if data[i] >= 0xA1 && data[i] <= 0xC6 { // the 5,401 common characters, and punctuation
			usual++
		}
		if data[i] >= 0xA4 && data[i] <= 0xF9 && data[i+1] >= 0x40 && data[i+1] < 0x7F {
			low++
		}
		i++
	}
	if low*5 < pairs || usual*10 < pairs*8 {
		return "", false
	}
	out, err := traditionalchinese.Big5.NewDecoder().Bytes(data)
	return string(out), err == nil && !bytes.ContainsRune(out, utf8.RuneError)
}

// chinese distinguishes GB18030 from Western text, whose accents also form valid byte pairs: in Chinese text most
// characters have two high bytes.
func chinese(data []byte) bool {
	common, other := 0, 0
	for i := 0; i < len(data); i++ {
		if data[i] < 0x80 {
			continue
		}
		if i+1 < len(data) && data[i] >= 0xA1 && data[i] <= 0xF7 && data[i+1] >= 0xA1 {
			common++
		} else {
			other++
		}
		i++
	}
	return common > other
}

// joined distinguishes Chinese text from Western text, where an accent and the next letter look like one character
// between letters: most Chinese characters are adjacent to another.
func joined(text []byte) bool {
	all, beside, before := 0, 0, false
	for _, r := range string(text) {
		han := stdunicode.Is(stdunicode.Han, r)
		if han {
			all++
			if before {
				beside++
			}
		}
		before = han
	}
	return all > 0 && beside*5 >= all*2 // of two adjacent ones, one follows another
}

func csvRows(text string, comma rune) (table, error) {
	t, swallowed, err := records(text, comma)
	if err != nil || !swallowed {
		return t, err
	}
	// An unclosed quotation mark has swallowed rows. Parsed line by line, only its own row is lost.
	lines := table{commas: true}
	for line := range strings.Lines(text) {
		if err := lines.add(lineCells(strings.TrimSuffix(line, "\n"), comma)); err != nil {
			return table{}, err
		}
	}
	return lines, nil
}

// lineCells splits one line. A quotation mark that does not enclose a whole cell is text.
func lineCells(line string, comma rune) (cells []string) {
	for more := line != ""; more && len(cells) <= maxCells; {
		cell := ""
		if end := closing(line, comma); end > 0 {
			cell, line, more = strings.ReplaceAll(line[1:end], `""`, `"`), strings.TrimPrefix(line[end+1:], string(comma)), end+1 < len(line)
		} else {
			cell, line, more = strings.Cut(line, string(comma))
			if strings.Count(cell, `"`) == 1 {
				cell = strings.Replace(cell, `"`, "", 1)
			}
		}
		cells = append(cells, cell)
	}
	return cells
}

// closing is the position of the quotation mark that closes a line's first cell, opened in the previous line; 0 if
// none.
func closing(line string, comma rune) int {
	if !strings.HasPrefix(line, `"`) {
		return 0
	}
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] != '"':
		case i+1 < len(line) && line[i+1] == '"':
			i++
		case i+1 == len(line) || strings.HasPrefix(line[i+1:], string(comma)):
			return i
		default:
			return 0
		}
	}
	return 0
}

// runsOn returns whether a record has swallowed further rows: a quotation mark at the start of a cell may be text, as
// in "Lucky" Tan. width is the number of cells of the rows above.
func runsOn(raw string, cells, width int, comma rune) bool {
	raw = strings.Trim(raw, "\n")
	_, below, more := strings.Cut(raw, "\n")
	if !more || width < 2 {
		return false
	}
	r := csv.NewReader(strings.NewReader(raw))
	r.Comma, r.FieldsPerRecord = comma, -1
	_, err := r.Read()
	if err != nil && cells < width {
		return true
	}
	row := false // the line that ends a multi-line text, with the cells after it, is not a row
	for line := range strings.SplitSeq(below, "\n") {
		last := max(strings.LastIndex(line, `"`), 0)
		whole := strings.Count(line, `"`)%2 == 0 || strings.HasSuffix(line[:last], string(comma)) // or a text starts in it
		row = row || whole && strings.Count(line, string(comma)) >= width-1
	}
	return row && (err != nil || cells < width)
}

// mostRunOn limits how many such records of a text are examined, so that each line is read only a few times.
const mostRunOn = 50

// records splits a text into rows, including blank ones, numbered like a spreadsheet program does. swallowed: a cell
// contains what looks like another row.
func records(text string, comma rune) (t table, swallowed bool, err error) {
	t.commas = true
	looked := 0 // lines within cells that were examined
	width, ran := 0, 0
	reader := func() *csv.Reader {
		r := csv.NewReader(strings.NewReader(text))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = comma, -1, true
		return r
	}
	r := reader()
	for {
		for from := text[r.InputOffset():]; ; {
			rest, blank := strings.CutPrefix(from, "\n")
			if !blank {
				break
			}
			if from = rest; from == "" {
				break
			}
			if err := t.add(nil); err != nil {
				return t, false, err
			}
		}
		began := r.InputOffset()
		row, err := r.Read()
		if err == io.EOF {
			return t, swallowed, nil
		}
		if err != nil {
			return t, false, fault.Invalid("statement-unreadable")
		}
		raw := strings.Trim(text[began:r.InputOffset()], "\n")
		if runsOn(raw, len(row), width, comma) {
			if ran++; ran > mostRunOn {
				return t, true, nil
			}
			line, _, _ := strings.Cut(strings.TrimLeft(raw, "\n"), "\n")
			row = lineCells(line, comma)
			text = strings.TrimLeft(text[began:], "\n")[len(line)+1:] // the swallowed rows are parsed again
			r = reader()
		}
		width = max(width, len(row))
		for _, cell := range row[:min(len(row), maxCells)] {
			if _, below, more := strings.Cut(cell, "\n"); more {
				swallowed = swallowed || strings.Count(below, "\n") > 20
				for line := range strings.Lines(below) {
					if looked++; swallowed || looked > MaxRows {
						break
					}
					first, _, more := strings.Cut(strings.Trim(line, `" `), string(comma))
					_, _, date := when(strings.Trim(first, `" `), "")
					swallowed = swallowed || more && date
				}
			}
		}
		if err := t.add(row); err != nil {
			return t, false, err
		}
		t.whole[len(t.whole)-1] = isQuoted(raw, len(row), comma)
	}
}

// isQuoted returns whether each cell of a record is quoted.
func isQuoted(raw string, cells int, comma rune) bool {
	return len(raw) > 1 && raw[0] == '"' && strings.HasSuffix(raw, `"`) && strings.Count(raw, `"`+string(comma)+`"`) == cells-1 && strings.Count(raw, `"`) == 2*cells
}

// separator is the character that splits the first lines into most cells.
func separator(text string) rune {
	best, most := ',', 0
	for _, mark := range ",;\t|" {
		lines, rest, cells := 0, text, 0
		for lines < 60 && rest != "" {
			var line string
			line, rest, _ = strings.Cut(rest, "\n")
			lines++
			if n := outside(line, mark); n >= 2 { // a header has at least date, description and amount
				cells += n
			}
		}
		if cells > most {
			best, most = mark, cells
		}
	}
	return best
}

// outside counts a character outside quotes.
func outside(line string, mark rune) int {
	n, quoted := 0, false
	for _, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r == mark && !quoted:
			n++
		}
	}
	return n
}

var xmlComment = lazyregexp.New(`(?s)\A(?:\s+|<!--.*?-->|<\?.*?\?>|<![^-\[>]*>)+`)

// isHTML returns whether a text starts with an HTML element, after comments of any length.
func isHTML(text string) bool {
	head := strings.ToLower(xmlComment.ReplaceAllString(text, ""))
	head = head[:min(len(head), 1000)]
	return strings.HasPrefix(head, "<") && (strings.Contains(head, "<html") || strings.Contains(head, "<table"))
}

// htmlRows reads the rows of a page's tables. A cell spanning columns or rows has its text in the first of them, and
// the others are empty, so that later cells are under their own headings.
func htmlRows(text string) ([][]string, error) {
	z := html.NewTokenizer(strings.NewReader(text))
	var t table
	var row []string
	var cell strings.Builder
	var below [maxCells]int // for each column, how many more rows a cell above spans
	inside, across, down := false, 1, 1
	end := func() {
		if !inside {
			return
		}
		inside = false
		for len(row) < maxCells && below[len(row)] > 0 {
			below[len(row)]--
			row = append(row, "")
		}
		said := strings.Join(strings.Fields(cell.String()), " ")
		cell.Reset()
		for i := 0; i < across && len(row) < maxCells; i++ {
			below[len(row)] = down - 1
			row, said = append(row, said), ""
		}
	}
	endRow := func() error {
		end()
		if row == nil {
			return nil
		}
		for j := len(row); j < maxCells; j++ {
			below[j] = max(0, below[j]-1)
		}
		return t.add(row)
	}
	for {
		switch z.Next() {
		case html.ErrorToken:
			err := endRow()
			return t.rows, err
		case html.StartTagToken:
			tag, more := z.TagName()
			switch atom.Lookup(tag) {
			case atom.Table:
				below = [maxCells]int{}
			case atom.Tr:
				if err := endRow(); err != nil {
					return nil, err
				}
				row = []string{}
			case atom.Td, atom.Th:
				end()
				across, down = spans(z, more)
				inside = len(row) < maxCells
			case atom.Br:
				cell.WriteString(" ")
			}
		case html.EndTagToken:
			if tag, _ := z.TagName(); atom.Lookup(tag) == atom.Td || atom.Lookup(tag) == atom.Th {
				end()
			}
		case html.TextToken:
			if inside && cell.Len() < maxCell {
				cell.Write(z.Text())
			}
		}
	}
}

// spans are the columns and rows spanned by a cell.
func spans(z *html.Tokenizer, more bool) (across, down int) {
	across, down = 1, 1
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		n, err := strconv.Atoi(strings.TrimSpace(string(value)))
		if err != nil || n < 1 {
			continue
		}
		switch string(key) {
		case "colspan":
			across = min(n, maxCells)
		case "rowspan":
			down = min(n, MaxRows)
		}
	}
	return across, down
}
