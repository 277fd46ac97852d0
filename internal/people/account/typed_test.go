package account

import (
	"strings"
	"testing"

	"shanmen/internal/people/account/password"
)

func TestCheckPassword(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, password, want string }{
		{"7 characters", "kx7mq2z", "password-too-short"},
		{"8 characters", "kx7mq2zp", ""},
		{"64 characters", strings.Repeat("kx7mq2zp", 7) + "vLw4uT9c", ""},
		{"128 characters", strings.Repeat("kx7mq2zp", 15) + "vLw4uT9c", ""},
		{"129 characters", strings.Repeat("kx7mq2zp", 16) + "v", "password-too-long"},
		{"10 MB", strings.Repeat("a1", 5<<20), "password-too-long"},
		{"8 Chinese characters", "春眠不觉晓处处闻", ""},
		{"7 Chinese characters", "春眠不觉晓处处", "password-too-short"},
		{"8 emoji", "🪷🏮🙏🐉🌕🍊🎋🧧", ""},
		{"spaces around", "  lamp by the river ", ""},
		{"NUL", "kx7mq2zp\x00vw", "control-character"},
		{"a line break", "kx7mq2zp\nvw", "control-character"},
		{"nothing", "", "required"},
		{"a common password", "password", "password-common"},
		{"a common password in capitals with a year", "PassWord2026", "password-common"},
		{"a common password with digits for letters", "P@ssw0rd!", "password-common"},
		{"a common password in full width", "ｐａｓｓｗｏｒｄ", "password-common"},
		{"a common password with spaces", " pass word ", "password-common"},
		{"a name with a birthday", "michael1207", "password-common"},
		{"a run of digits", "123456789", "password-common"},
		{"a descending run", "987654321", "password-common"},
		{"a run of letters", "abcdefghij", "password-common"},
		{"one digit", "88888888", "password-common"},
		{"a repeated word", "amituofoamituofo", "password-common"},
		{"a repeated group", "168816881688", "password-common"},
		{"a date", "19480523", "password-common"},
		{"a date with the day first", "23/05/1948", "password-common"},
		{"a key walk", "1qaz2wsx", "password-common"},
		{"a mantra with digits", "amituofo108", "password-common"},
		{"I love you in Chinese", "woaini1314", "password-common"},
		{"a leaked word", "sherlock", "password-common"},
		{"a leaked word in capitals", "Butterfly", "password-common"},
		{"a leaked number", "1123581321", "password-common"},
		{"a leaked row of keys", "q1w2e3r4t5y6", "password-common"},
		{"a leaked word of another language", "aleksandr", "password-common"},
		{"a leaked word among others", "sherlock eats lychees", ""},
		{"eight digits that are no date", "83920174", ""},
		{"a common word among others", "dragon eats nine lychees", ""},
		{"own number", "91234567", "password-is-phone"},
		{"own number in another spelling", "+65 9123 4567", "password-is-phone"},
		{"another number", "98765430", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if f := checkPassword(tt.password, password.LeastOfMember, "9123 4567"); f != nil {
				got = f.Code
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if f := checkPassword("fourteen chars", password.LeastOfStaff, ""); f == nil || f.Code != "password-too-short" {
		t.Errorf("14 characters for staff: %v", f)
	}
}

func TestCheckName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"陈𠮷䶮": "", "Siti Nurhaliza binte Abdul Rahman": "", "O'Brien-Tan": "", "  陈  ": "",
		strings.Repeat("𠮷", 100): "", strings.Repeat("𠮷", 101): "too-long",
		"": "required", " \u3000": "required", "a\x00b": "control-character", "a\tb": "control-character",
		"Tan\u202egnaT": "control-character", "\u2066Tan": "control-character", "a\u2028b": "control-character",
		"王小明🙏<b>x</b>": "unprintable-character",
	} {
		got := ""
		if f := checkPerson("name", name, true); f != nil {
			got = f.Code
		}
		if got != want {
			t.Errorf("checkPerson(%q) = %q, want %q", name, got, want)
		}
	}
}
