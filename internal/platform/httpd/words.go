package httpd

import "github.com/danielgtaylor/huma/v2"

// Words are the words that a field of a call may have, where only the running program knows them.
type Words interface{ Words() []string }

// Word is one of W's words, as an enum tag says it of words that are known before.
type Word[W Words] string

// Schema describes and checks the field.
func (Word[W]) Schema(huma.Registry) *huma.Schema {
	var w W
	s := &huma.Schema{Type: huma.TypeString}
	for _, word := range w.Words() {
		s.Enum = append(s.Enum, word)
	}
	return s
}
