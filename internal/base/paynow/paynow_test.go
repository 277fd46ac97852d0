package paynow

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/testkit/paynowcode"
)

var endOf2026 = time.Date(2026, 12, 31, 23, 59, 59, 0, clock.Singapore)

// Published examples, and others whose checksums were computed independently of this package.
var vectors = []struct {
	name    string
	params  Params
	payload string
}{
	{"amount the payer may edit, expiry a day", Params{
		UEN: "201403121W", PayeeName: "ACME Pte Ltd.", Cents: 500_00, Editable: true, Reference: "TQINV-10001",
		Expires: time.Date(2020, 12, 31, 0, 0, 0, 0, clock.Singapore), DateOnly: true,
	}, "00020101021226490009SG.PAYNOW010120210201403121W0301104082020123152040000530370254035005802SG5913ACME Pte Ltd.6009Singapore62150111TQINV-1000163044001"},
	{"fixed amount, expiry to the second", Params{
		UEN: "T08SS0001L", PayeeName: "EXAMPLE TEMPLE", Cents: 88_80, Reference: "TM26K7Q4X9", Expires: endOf2026,
	}, "00020101021226550009SG.PAYNOW010120210T08SS0001L03010041420261231235959520400005303702540588.805802SG5914EXAMPLE TEMPLE6009Singapore62140110TM26K7Q4X96304BDAB"},
	{"UEN with suffix", Params{
		UEN: "T08SS0001L001", PayeeName: "EXAMPLE TEMPLE", Cents: 50_00, Reference: "TM26K7Q4X9",
		Expires: time.Date(2026, 12, 31, 0, 0, 0, 0, clock.Singapore), DateOnly: true,
	}, "00020101021226520009SG.PAYNOW010120213T08SS0001L00103010040820261231520400005303702540550.005802SG5914EXAMPLE TEMPLE6009Singapore62140110TM26K7Q4X9630413D0"},
	{"poster for a mobile number, open amount", Params{
		Mobile: "+6591234567", PayeeName: "EXAMPLE TEMPLE", Editable: true,
	}, "00020101021126380009SG.PAYNOW010100211+6591234567030115204000053037025802SG5914EXAMPLE TEMPLE6009Singapore630484A8"},
}

func TestPayloadsMatchPublishedExamples(t *testing.T) {
	t.Parallel()
	for i, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			got, err := Payload(v.params)
			if err != nil {
				t.Fatal(err)
			}
			want := v.payload
			if i == 0 {
				// The published library writes 500 for S$500.00; banks read both forms, this package always writes
				// cents.
				want = strings.Replace(want, "5403500", "5406500.00", 1)
				want = want[:len(want)-4] + checksum(want[:len(want)-4])
			}
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			for _, payload := range []string{got, v.payload} {
				c, err := paynowcode.Parse(payload)
				if err != nil {
					t.Fatal(err)
				}
				if !c.Params.Expires.Equal(v.params.Expires) {
					t.Errorf("expires %s, want %s", c.Params.Expires, v.params.Expires)
				}
				c.Params.Expires = v.params.Expires
				if d := cmp.Diff(v.params, Params(c.Params)); d != "" {
					t.Errorf("read back differs (-want +got):\n%s", d)
				}
				if c.Currency != "702" || c.Country != "SG" || c.City != "Singapore" || c.Static != (v.params.Cents == 0) {
					t.Errorf("constants: %+v", c)
				}
			}
		})
	}
}

func TestChecksumOfTheStandardText(t *testing.T) {
	t.Parallel()
	if got := checksum("123456789"); got != "29B1" {
		t.Errorf("checksum = %s, want 29B1", got)
	}
}

func TestParseReadsPayloadsOfOtherIssuers(t *testing.T) {
	t.Parallel()
	// A registered SGQR label: an unknown subtag 05, an SGQR id in 51, another scheme in 27.
	label := "000201010211" + field("26", "0009SG.PAYNOW010120210T04SS0129D030110502QS") + field("27", "0012SG.COM.NETS0115115006") +
		field("51", "0007SG.SGQR0112180706147C0A") + "520400005303702" + "5802SG5925LOVING HEART MULTI-SERVIC6009Singapore6304"
	c, err := paynowcode.Parse(label + strings.ToLower(checksum(label)))
	if err != nil {
		t.Fatal(err)
	}
	if c.UEN != "T04SS0129D" || !c.Editable || !c.Static || c.Cents != 0 || c.PayeeName != "LOVING HEART MULTI-SERVIC" {
		t.Errorf("got %+v", c)
	}
}

func TestParseRefusesDamagedPayloads(t *testing.T) {
	t.Parallel()
	good := vectors[1].payload
	for i := range good {
		bad := []byte(good)
		bad[i] ^= 1
		if _, err := paynowcode.Parse(string(bad)); err == nil {
			t.Errorf("a flipped bit at %d went unseen", i)
		}
	}
	if _, err := paynowcode.Parse(strings.Replace(good, "88.80", "98.80", 1)); !errors.Is(err, paynowcode.ErrChecksum) {
		t.Errorf("changed amount: %v", err)
	}
	signed := func(s string) string { return s + "6304" + checksum(s+"6304") }
	for name, s := range map[string]string{
		"empty": "", "only a checksum": signed(""), "no PayNow": signed("000201"), "length past the end": signed("0099"),
		"length not a number": signed("00xx"), "cut": signed("000"), "amount": signed("26260009SG.PAYNOW010120201X0301054041.234"),
		"proxy type": signed("26210009SG.PAYNOW010190200"), "date": signed("26380009SG.PAYNOW010120201X0301004082026130952"),
	} {
		if c, err := paynowcode.Parse(s); err == nil {
			t.Errorf("%s: read as %+v", name, c)
		}
	}
}

func TestPayloadRefusesInvalidValues(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*Params)
		want   error // nil: any parse error
	}{
		{"zero cents", func(p *Params) { p.Cents = 0 }, fault.Invalid("paynow-amount")},
		{"negative cents", func(p *Params) { p.Cents = -1 }, fault.Invalid("paynow-amount")},
		{"above the transfer limit", func(p *Params) { p.Cents = MaxCents + 1 }, fault.Invalid("paynow-amount")},
		{"no UEN", func(p *Params) { p.UEN = "" }, fault.Invalid("uen-invalid")},
		{"wrong UEN", func(p *Params) { p.UEN = "T08SS0001K" }, fault.Invalid("uen-invalid")},
		{"both proxies", func(p *Params) { p.Mobile = "+6591234567" }, fault.Invalid("uen-invalid")},
		{"Chinese name", func(p *Params) { p.PayeeName = "清莲寺" }, fault.Invalid("payee-name-invalid")},
		{"no name", func(p *Params) { p.PayeeName = "" }, fault.Invalid("payee-name-invalid")},
		{"long name", func(p *Params) { p.PayeeName = strings.Repeat("A", 26) }, fault.Invalid("payee-name-invalid")},
		{"line break in the name", func(p *Params) { p.PayeeName = "A\nB" }, fault.Invalid("payee-name-invalid")},
		{"long reference", func(p *Params) { p.Reference = strings.Repeat("A", 26) }, nil},
		{"reference not ASCII", func(p *Params) { p.Reference = "功德" }, nil},
		{"mobile with letters", func(p *Params) { p.UEN, p.Mobile = "", "+65ABCDEFGH" }, nil},
		{"year 12026", func(p *Params) { p.Expires = endOf2026.AddDate(10000, 0, 0) }, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := vectors[1].params
			tt.change(&p)
			got, err := Payload(p)
			var refused *fault.Error
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) || tt.want == nil && errors.As(err, &refused) {
				t.Errorf("got %q, %v; want %v", got, err, tt.want)
			}
		})
	}
	for _, cents := range []money.Cents{MinCents, MaxCents} {
		p := vectors[1].params
		p.Cents = cents
		s, err := Payload(p)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := paynowcode.Parse(s); err != nil || c.Cents != cents {
			t.Errorf("%d cents read back as %d, %v", cents, c.Cents, err)
		}
	}
}

func TestUENsHaveACheckLetter(t *testing.T) {
	t.Parallel()
	for _, uen := range []string{"00192200M", "197401143C", "S16FC0121D", "T01FC6132D", "201403121W", "T04SS0129D", "T08SS0001L"} {
		if got, err := CleanUEN(" " + strings.ToLower(uen[:4]) + " " + uen[4:]); err != nil || got != uen {
			t.Errorf("%s: %q, %v", uen, got, err)
		}
		if got, err := CleanUEN(uen + "0b1"); err != nil || got != uen+"0B1" {
			t.Errorf("%s with suffix: %q, %v", uen, got, err)
		}
		for i := range uen {
			for d := byte('0'); d <= '9'; d++ {
				off := uen[:i] + string(d) + uen[i+1:]
				if off == uen {
					continue
				}
				if _, err := CleanUEN(off); !errors.Is(err, fault.Invalid("uen-invalid")) {
					t.Errorf("%s (for %s) passed", off, uen)
				}
			}
		}
	}
	for _, bad := range []string{"", "T", "T08SS0001L01", "T08SS0001L0011", "T08SS0001L-01", "T08SO0001L", "功德", "T08SS0001L\x00"} {
		if got, err := CleanUEN(bad); err == nil {
			t.Errorf("%q passed as %q", bad, got)
		}
	}
}
