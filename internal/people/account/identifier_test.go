package account

import "testing"

func TestParseMobile(t *testing.T) {
	t.Parallel()
	same := "+6591234567"
	for _, tt := range []struct{ name, typed, want string }{
		{"as in Singapore", "91234567", same},
		{"with a space", "9123 4567", same},
		{"with the plus", "+65 9123 4567", same},
		{"with a dash and brackets", "(+65) 9123-4567", same},
		{"without the plus", "6591234567", same},
		{"with the international prefix 00", "006591234567", same},
		{"in full width", "９１２３　４５６７", same},
		{"in full width with the plus", "＋６５９１２３４５６７", same},
		{"with a no-break space", "9123\u00a04567", same},
		{"of Malaysia", "+60 12-345 6789", "+60123456789"},
		{"of Malaysia without the plus", "60123456789", "+60123456789"},
		{"of premium lines", "+1900 555 0100", ""},
		{"a fixed line", "+65 6223 4567", ""},
		{"too short", "9123456", ""},
		{"too long", "912345678", ""},
		{"a word", "nine one two", ""},
		{"a number with a letter", "9123456O", ""},
		{"two numbers", "+6591234567+6591234567", ""},
		{"nothing", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m, ok := ParseMobile(tt.typed)
			if m.E164 != tt.want || ok != (tt.want != "") {
				t.Errorf("ParseMobile(%q) = %+v, %v; want %q", tt.typed, m, ok, tt.want)
			}
		})
	}
}

func TestCheckEmail(t *testing.T) {
	t.Parallel()
	for typed, key := range map[string]string{
		"": "", " Mei.Ling@Example.COM ": "mei.ling@example.com", "a+b@x.co": "a+b@x.co",
	} {
		if e, f := checkEmail(typed); f != nil || e.key != key {
			t.Errorf("checkEmail(%q) = %+v, %v", typed, e, f)
		}
	}
	for _, typed := range []string{
		"no-at", "@x.com", "a@", "a@x", "a@x.", "a@.com", "a b@x.com", "a@x.com,b@x.com", "Me <a@x.com>", "a@x..com",
		"a@x.com\r\nBcc: all@x.com", "а@x.com", "\"a\"@x.com", "a@[127.0.0.1]",
	} {
		if _, f := checkEmail(typed); f == nil || f.Code != "email-invalid" {
			t.Errorf("checkEmail(%q) let it through", typed)
		}
	}
}

func TestAddressKeyGroupsOneNetwork(t *testing.T) {
	t.Parallel()
	if a, b := addressKey("2001:db8:1:2:3::1"), addressKey("2001:db8:1:2:ffff::9"); a != b {
		t.Errorf("%s and %s are one network", a, b)
	}
	if a, b := addressKey("2001:db8:1:2::1"), addressKey("2001:db8:1:3::1"); a == b {
		t.Errorf("two networks share %s", a)
	}
	if got := addressKey("203.0.113.7"); got != "203.0.113.7" {
		t.Errorf("got %s", got)
	}
}
