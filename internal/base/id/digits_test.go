package id

import (
	"strings"
	"testing"
)

func TestPlainDigitsConvertsDigitsOfOtherScripts(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"123456": "123456", "123 456": "123456", "１２３４５６": "123456", "123-456": "123456",
		"12345a": "", "一二三": "", "": "", strings.Repeat("1", 200): "",
	} {
		if got := PlainDigits(typed); got != want {
			t.Errorf("PlainDigits(%q) = %q, want %q", typed, got, want)
		}
	}
}
