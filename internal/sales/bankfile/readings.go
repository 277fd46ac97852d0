package bankfile

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// fewLost: one in so many characters may be damaged for a text to count as being in an encoding.
const fewLost = 10

// inUTF8 counts valid Chinese characters and errors in UTF-8. Text in another encoding has a hundred errors per valid
// one.
func inUTF8(data []byte) (whole, damaged int) {
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		switch {
		case n > 2:
			whole++
		case r == utf8.RuneError:
			damaged++
			n = begun(data)
		}
		data = data[n:]
	}
	return whole, damaged
}

// begun is the number of bytes of a truncated character: they count as one error.
func begun(data []byte) int {
	whole := 2
	switch {
	case data[0] >= 0xF0:
		whole = 4
	case data[0] >= 0xE0:
		whole = 3
	}
	n := 1
	for n < whole-1 && n < len(data) && !utf8.RuneStart(data[n]) {
		n++
	}
	return n
}

// fewSure is how many Chinese characters determine the encoding of a line among lines in another.
const fewSure = 2

// mixed decodes a list with lines in UTF-8 and lines in another Chinese encoding. usual: most of it is UTF-8. Not ok if
// all lines have one encoding.
func mixed(data []byte, usual bool) (text string, ok bool) {
	if bytes.Count(data, []byte("\n")) > 2*MaxRows { // it is refused anyway
		return "", false
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	odd := make([]bool, len(lines)) // not in the encoding of most lines
	var others []byte               // all that are not UTF-8: together they determine the other encoding
	any := false
	for i, line := range lines {
		whole, damaged := inUTF8(line)
		switch {
		case !usual:
			odd[i] = damaged == 0 && whole >= fewSure && plausible(line)
		case damaged > whole:
			out, err := simplifiedchinese.GB18030.NewDecoder().Bytes(line)
			odd[i] = err == nil && !bytes.ContainsRune(out, utf8.RuneError) && plausible(out) && han(out) >= fewSure
		}
		any = any || odd[i]
		if odd[i] == usual {
			others = append(others, line...)
		}
	}
	if !any {
		return "", false
	}
	read, ok := decodeOther(others)
	if !ok || strings.Count(read, "\n") != bytes.Count(others, []byte("\n")) {
		return "", false
	}
	var out strings.Builder
	for i, line := range lines {
		if odd[i] != usual {
			out.WriteString(strings.ToValidUTF8(string(line), "\ufffd"))
			continue
		}
		one, rest, more := strings.Cut(read, "\n")
		read = rest
		out.WriteString(one)
		if more {
			out.WriteString("\n")
		}
	}
	return out.String(), true
}

// damagedChinese decodes text with a few wrong bytes, each becoming a replacement character, in the encoding with fewer
// errors. Not ok if it is not Chinese, or too much is damaged.
func damagedChinese(data []byte) (text string, ok bool) {
	least := 0
	for _, e := range []encoding.Encoding{simplifiedchinese.GB18030, traditionalchinese.Big5} {
		out, err := e.NewDecoder().Bytes(data)
		lost := bytes.Count(out, []byte(string(utf8.RuneError)))
		if err == nil && lost*fewLost <= han(out) && joined(out) && (!ok || lost < least) {
			text, least, ok = string(out), lost, true
		}
	}
	return text, ok
}

func han(text []byte) (n int) {
	for _, r := range string(text) {
		if unicode.Is(unicode.Han, r) {
			n++
		}
	}
	return n
}

// mostUncertain is the number of characters up to which two encodings are possible. A dozen names decide.
const mostUncertain = 24

// enoughWhole is how many valid UTF-8 characters are no coincidence.
const enoughWhole = 4

// otherReading is the text in the other Chinese encoding, if there are so few characters that both are possible: 陈美玲 in
// GB 18030 is 鼠藝襟 in Big5.
func otherReading(data []byte) (string, bool) {
	if bytes.ContainsRune(data, 0) || bytes.HasPrefix(data, []byte("\xFF\xFE")) || bytes.HasPrefix(data, []byte("\xFE\xFF")) {
		return "", false
	}
	whole, damaged := inUTF8(data)
	if damaged == 0 || whole >= max(damaged, enoughWhole) {
		return "", false
	}
	if _, two := mixed(data, whole >= damaged); two { // each line was decided separately
		return "", false
	}
	first, ok := decode(data)
	if !ok {
		return "", false
	}
	for _, e := range []encoding.Encoding{simplifiedchinese.GB18030, traditionalchinese.Big5} {
		out, err := e.NewDecoder().Bytes(data)
		if err != nil || string(out) == first || bytes.ContainsRune(out, utf8.RuneError) || !plausible(out) || han(out) > mostUncertain {
			continue
		}
		return string(out), true
	}
	return "", false
}

// plausible returns whether all non-ASCII characters are Chinese characters and punctuation next to each other.
func plausible(text []byte) bool {
	for _, r := range string(text) {
		if r >= 0x80 && !unicode.Is(unicode.Han, r) && !unicode.Is(unicode.P, r) && !(r >= 0xFF00 && r <= 0xFF5E) {
			return false
		}
	}
	return joined(text)
}
