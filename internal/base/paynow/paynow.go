// Package paynow writes the payload of a PayNow QR code (EMVCo merchant-presented mode, SGQR specification 1.7) and
// draws the code.
package paynow

import (
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
)

// The limits of a transfer: PayNow allows at most S$200,000.
const (
	MinCents money.Cents = 1
	MaxCents money.Cents = 200_000_00
)

// The maximum text lengths of the payload, in ASCII characters.
const (
	MaxPayeeName = 25
	MaxReference = 25
)

// Params is the content of a payload. Exactly one of UEN and Mobile is set.
type Params struct {
	UEN       string      // of the payee, with the suffix that the bank assigned, if any
	Mobile    string      // of the payee, E.164
	PayeeName string      // printable ASCII; the bank shows the registered name anyway
	Cents     money.Cents // 0: the payer chooses the amount; needs Editable
	Editable  bool        // the payer may change the amount
	Reference string      // default remark of the transfer; payers can edit it
	Expires   time.Time   // zero: never; written in Singapore time
	DateOnly  bool        // write only the date of Expires
}

// Payload returns the text of the QR code. Faults: "uen-invalid", "payee-name-invalid", and "paynow-amount" if the
// amount is not between MinCents and MaxCents. Any other error is a programming mistake.
func Payload(p Params) (string, error) {
	proxyType, proxy, err := proxyOf(p)
	if err != nil {
		return "", err
	}
	if err := CheckPayeeName(p.PayeeName); err != nil {
		return "", err
	}
	if p.Cents < 0 || p.Cents > MaxCents || p.Cents == 0 && !p.Editable {
		return "", fault.Invalid("paynow-amount")
	}
	if len(p.Reference) > MaxReference || !printable(p.Reference) {
		return "", fmt.Errorf("paynow: reference is not printable ASCII of at most %d characters", MaxReference)
	}
	if y := p.Expires.In(clock.Singapore).Year(); !p.Expires.IsZero() && (y < 1000 || y > 9999) {
		return "", fmt.Errorf("paynow: the year of the expiry has not four digits")
	}

	account := field("00", "SG.PAYNOW") + field("01", proxyType) + field("02", proxy) + field("03", flag(p.Editable))
	if !p.Expires.IsZero() {
		account += field("04", p.Expires.In(clock.Singapore).Format(expiryLayout(p.DateOnly)))
	}
	initiation := "12"
	if p.Cents == 0 {
		initiation = "11" // static code, not for one payment: a poster
	}

	var b strings.Builder
	b.WriteString(field("00", "01") + field("01", initiation) + field("26", account))
	b.WriteString(field("52", "0000") + field("53", "702"))
	if p.Cents > 0 {
		b.WriteString(field("54", money.Decimal(p.Cents)))
	}
	b.WriteString(field("58", "SG") + field("59", p.PayeeName) + field("60", "Singapore"))
	if p.Reference != "" {
		b.WriteString(field("62", field("01", p.Reference)))
	}
	b.WriteString("6304")
	return b.String() + checksum(b.String()), nil
}

// CheckPayeeName refuses a name that the payload cannot represent with "payee-name-invalid"; Chinese cannot be
// represented.
func CheckPayeeName(name string) error {
	if strings.TrimSpace(name) != name || name == "" || len(name) > MaxPayeeName || !printable(name) {
		return fault.Invalid("payee-name-invalid").With("max", MaxPayeeName)
	}
	return nil
}

func proxyOf(p Params) (kind, value string, err error) {
	if (p.UEN == "") == (p.Mobile == "") {
		return "", "", fault.Invalid("uen-invalid")
	}
	if p.UEN != "" {
		value, err = CleanUEN(p.UEN)
		return "2", value, err
	}
	if len(p.Mobile) > 16 || len(p.Mobile) < 8 || p.Mobile[0] != '+' || strings.Trim(p.Mobile[1:], "0123456789") != "" {
		return "", "", fmt.Errorf("paynow: the mobile number is not in E.164")
	}
	return "0", p.Mobile, nil
}

func expiryLayout(dateOnly bool) string {
	if dateOnly {
		return "20060102"
	}
	return "20060102150405"
}

func flag(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// field encodes one tag-length-value triple. No value exceeds 99 characters: the longest template holds a 16-character
// proxy and a 14-digit expiry.
func field(tag, value string) string { return fmt.Sprintf("%s%02d%s", tag, len(value), value) }

func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// checksum is CRC-16/CCITT-FALSE (polynomial 1021, start FFFF, nothing reflected) as four upper-case hex digits. It
// covers everything before it, including "6304".
func checksum(s string) string {
	crc := uint16(0xFFFF)
	for i := range len(s) {
		crc ^= uint16(s[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return fmt.Sprintf("%04X", crc)
}
