// Package paynowcode parses PayNow codes in tests, independently of the code that writes them.
package paynowcode

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
)

// ErrChecksum means that a payload is damaged or truncated.
var ErrChecksum = errors.New("paynow code: wrong checksum")

// Params is the content of a payload, with the fields of paynow.Params.
type Params struct {
	UEN       string
	Mobile    string
	PayeeName string
	Cents     money.Cents
	Editable  bool
	Reference string
	Expires   time.Time
	DateOnly  bool
}

// Code is a parsed payload: its Params, and the constants around them.
type Code struct {
	Params
	Static   bool   // initiation 11: the same code for every payer
	Currency string // ISO 4217 number, 702 for SGD
	Country  string
	City     string
}

// Parse parses any PayNow payload, also of other issuers: unknown tags are skipped, and a UEN is returned unchecked.
// The error is ErrChecksum, or says what is malformed.
func Parse(payload string) (Code, error) {
	var c Code
	body := len(payload) - 4
	if body < 4 || payload[body-4:body] != "6304" {
		return c, errors.New("paynow code: no checksum at the end")
	}
	if !strings.EqualFold(checksum(payload[:body]), payload[body:]) {
		return c, ErrChecksum
	}
	found := false
	err := eachField(payload, func(tag, value string) (err error) {
		switch {
		case tag == "01":
			c.Static = value == "11"
		case tag >= "26" && tag <= "51" && strings.HasPrefix(value, "0009SG.PAYNOW"):
			found = true
			return c.readAccount(value)
		case tag == "53":
			c.Currency = value
		case tag == "54":
			c.Cents, err = readAmount(value)
		case tag == "58":
			c.Country = value
		case tag == "59":
			c.PayeeName = value
		case tag == "60":
			c.City = value
		case tag == "62":
			return eachField(value, func(tag, value string) error {
				if tag == "01" {
					c.Reference = value
				}
				return nil
			})
		}
		return err
	})
	if err == nil && !found {
		err = errors.New("paynow code: not a PayNow code")
	}
	return c, err
}

func (c *Code) readAccount(template string) error {
	kind, proxy := "", ""
	err := eachField(template, func(tag, value string) (err error) {
		switch tag {
		case "01":
			kind = value
		case "02":
			proxy = value
		case "03":
			c.Editable = value == "1"
		case "04":
			layout := "20060102150405"
			if c.DateOnly = len(value) == len("20060102"); c.DateOnly {
				layout = "20060102"
			}
			c.Expires, err = time.ParseInLocation(layout, value, clock.Singapore)
		}
		return err
	})
	switch kind {
	case "0":
		c.Mobile = proxy
	case "2":
		c.UEN = proxy
	default:
		return errors.Join(err, fmt.Errorf("paynow code: unknown proxy type %q", kind))
	}
	return err
}

// readAmount accepts the formats of other issuers: 500, 88.8, 88.80.
func readAmount(s string) (money.Cents, error) {
	whole, part, _ := strings.Cut(s, ".")
	if len(part) > 2 || strings.Trim(whole+part, "0123456789") != "" || len(whole) > 10 {
		return 0, errors.New("paynow code: malformed amount")
	}
	amount, err := strconv.ParseInt(whole+(part + "00")[:2], 10, 64)
	return money.Cents(amount), err
}

func eachField(s string, fn func(tag, value string) error) error {
	for s != "" {
		if len(s) < 4 {
			return errors.New("paynow code: cut in the middle of a field")
		}
		n, err := strconv.ParseUint(s[2:4], 10, 8)
		if err != nil || len(s) < 4+int(n) {
			return fmt.Errorf("paynow code: field %q has a wrong length", s[:2])
		}
		if err := fn(s[:2], s[4:4+n]); err != nil {
			return err
		}
		s = s[4+n:]
	}
	return nil
}

// checksum is CRC-16/CCITT-FALSE by its table-free form.
func checksum(s string) string {
	crc := uint16(0xFFFF)
	for i := range len(s) {
		x := byte(crc>>8) ^ s[i]
		x ^= x >> 4
		crc = crc<<8 ^ uint16(x)<<12 ^ uint16(x)<<5 ^ uint16(x)
	}
	return fmt.Sprintf("%04X", crc)
}
