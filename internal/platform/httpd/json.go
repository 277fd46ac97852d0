package httpd

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/fault"
)

// Limits of a request's JSON. They are counted before values are validated: each wrong value is reported, and reporting
// 87,000 takes a hundred times the request's memory.
const (
	maxDepth  = 24    // nesting depth; our deepest form has 7
	maxList   = 100   // elements of a list; a cart has 50 items, a field 50 people
	maxKeys   = 200   // keys of an object; the settings are the largest
	maxValues = 8_000 // in total; a full cart of families has 5,000
)

// level is an open list or object while parsing.
type level struct {
	keys map[string]bool // nil for a list
	key  bool            // the next string is a key
	name string          // key of the current value
	n    int             // number of values so far
}

// pathOf is the path of an open list or object, as in refusals: items[3].form.people.
func pathOf(open []level) string {
	var b strings.Builder
	for _, l := range open {
		switch {
		case l.keys == nil:
			b.WriteString("[" + strconv.Itoa(l.n-1) + "]")
		case b.Len() > 0:
			b.WriteString("." + l.name)
		default:
			b.WriteString(l.name)
		}
	}
	return b.String()
}

// tooMany refuses an open list or object that exceeds its limit.
func tooMany(open []level, most int) error {
	return fault.Invalid("invalid-fields", fault.Field{Path: pathOf(open[:len(open)-1]), Code: "list-too-long", Params: map[string]any{"max": most}})
}

// checkJSON scans a body once, token by token, storing only the keys of open objects.
func checkJSON(body []byte) error {
	bad := fault.Invalid("invalid-json")
	if !utf8.Valid(body) || loneSurrogate(body) {
		return bad
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var open []level
	values := 0
	for some := false; ; some = true {
		tok, err := d.Token()
		if err == io.EOF && len(open) == 0 && some {
			return nil
		}
		if err != nil {
			return bad
		}
		top := len(open) - 1
		delim, isDelim := tok.(json.Delim)
		if isDelim && (delim == '}' || delim == ']') {
			open = open[:top]
			if top == 0 && d.More() {
				return bad
			}
			continue
		}
		if text, ok := tok.(string); ok && strings.IndexByte(text, 0) >= 0 {
			return bad
		}
		if top >= 0 && open[top].keys != nil && open[top].key {
			name, _ := tok.(string)
			if open[top].keys[name] {
				return bad
			}
			if len(open[top].keys) == maxKeys {
				return tooMany(open, maxKeys)
			}
			open[top].keys[name], open[top].name, open[top].key = true, name, false
			continue
		}
		if top >= 0 {
			open[top].key = true
			if open[top].n++; open[top].keys == nil && open[top].n > maxList {
				return tooMany(open, maxList)
			}
		}
		if values++; values > maxValues {
			return fault.Invalid("too-large")
		}
		switch {
		case delim == '{':
			open = append(open, level{keys: map[string]bool{}, key: true})
		case delim == '[':
			open = append(open, level{})
		case top < 0 && d.More():
			return bad
		}
		if len(open) > maxDepth {
			return bad
		}
	}
}

// loneSurrogate finds \ud800-\udfff escapes without a partner: Go would silently replace them by U+FFFD and damage a
// name.
func loneSurrogate(b []byte) bool {
	hexAt := func(i int) (v uint32, ok bool) {
		if i+6 > len(b) || b[i] != '\\' || b[i+1] != 'u' {
			return 0, false
		}
		for _, c := range b[i+2 : i+6] {
			switch {
			case c >= '0' && c <= '9':
				v = v<<4 | uint32(c-'0')
			case c|0x20 >= 'a' && c|0x20 <= 'f':
				v = v<<4 | uint32(c|0x20-'a'+10)
			default:
				return 0, false
			}
		}
		return v, true
	}
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		v, ok := hexAt(i)
		switch {
		case !ok:
			i++ // another escape
		case v >= 0xdc00 && v <= 0xdfff:
			return true
		case v >= 0xd800 && v <= 0xdbff:
			low, ok := hexAt(i + 6)
			if !ok || low < 0xdc00 || low > 0xdfff {
				return true
			}
			i += 11
		default:
			i += 5
		}
	}
	return false
}
