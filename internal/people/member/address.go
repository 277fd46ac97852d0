package member

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/writing"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Singapore is the country whose addresses are split into fields.
const Singapore = "SG"

// Address is a member's postal address. The zero Address is none.
type Address struct {
	Country    string `json:"country" doc:"ISO 3166-1 with two letters; empty: no address is given; ZZ: a country without a letter code here"`
	PostalCode string `json:"postalCode,omitempty" doc:"6 digits; Singapore only"`
	Block      string `json:"block,omitempty" doc:"House or block; Singapore only"`
	Street     string `json:"street,omitempty" doc:"Singapore only"`
	Unit       string `json:"unit,omitempty" doc:"Like #04-123; Singapore only"`
	Text       string `json:"text,omitempty" doc:"The whole address, outside Singapore; lines may be broken"`
}

// Maximum lengths of address fields, in characters.
const (
	maxBlock  = 10
	maxStreet = 120
	maxUnit   = 20
	maxText   = 400
)

var (
	country    = regexp.MustCompile(`^[A-Z]{2}$`)
	postalCode = regexp.MustCompile(`^[0-9]{6}$`)
	plainUnit  = regexp.MustCompile(`^[0-9A-Za-z]{1,4}-[0-9A-Za-z]{1,6}$`)
)

// checked normalises the address and drops the fields of other countries.
func (a Address) checked() (Address, []fault.Field) {
	var wrong []fault.Field
	no := func(field, code string, limit int) {
		f := fault.Field{Path: "address." + field, Code: code}
		if limit > 0 {
			f.Params = map[string]any{"max": limit}
		}
		wrong = append(wrong, f)
	}
	text := func(field, value string, limit int, required bool) string {
		value = strings.TrimSpace(value)
		switch {
		case !writing.Visible(value) && (value != "" || required):
			no(field, "required", 0)
		case utf8.RuneCountInString(value) > limit:
			no(field, "too-long", limit)
		case writing.Unreadable(value, field == "text"):
			no(field, "control-character", 0)
		}
		return value
	}
	switch out := (Address{Country: a.Country}); {
	case a.Country == "":
		return Address{}, nil
	case !country.MatchString(a.Country):
		no("country", "not-a-choice", 0)
		return out, wrong
	case a.Country != Singapore:
		out.Text = text("text", strings.ReplaceAll(a.Text, "\r\n", "\n"), maxText, true)
		return out, wrong
	default:
		out.PostalCode = strings.Map(digit, a.PostalCode)
		switch {
		case out.PostalCode == "":
			no("postalCode", "required", 0)
		case !postalCode.MatchString(out.PostalCode):
			no("postalCode", "postal-code-invalid", 0)
		}
		out.Block = text("block", a.Block, maxBlock, false)
		out.Street = text("street", a.Street, maxStreet, true)
		if out.Unit = text("unit", a.Unit, maxUnit, false); plainUnit.MatchString(out.Unit) {
			out.Unit = "#" + out.Unit
		}
		return out, wrong
	}
}

// digit normalises typed digits: full width, and spaces between them.
func digit(r rune) rune {
	switch {
	case r >= '０' && r <= '９':
		return r - '０' + '0'
	case unicode.IsSpace(r):
		return -1
	}
	return r
}

// AddressOf returns a user's address; the zero Address if unknown.
func AddressOf(ctx context.Context, r db.Reader, userID string) (Address, error) {
	row, err := r.MemberOfUser(ctx, userID)
	if errors.Is(err, db.ErrNoRows) {
		return Address{}, nil
	}
	if err != nil {
		return Address{}, fmt.Errorf("address: %w", err)
	}
	return Address{row.Country, row.PostalCode, row.Block, row.Street, row.Unit, row.Address}, nil
}

func setAddress(ctx context.Context, tx *db.Tx, memberID string, a Address) error {
	err := tx.SetMemberAddress(ctx, query.SetMemberAddressParams{
		Country: a.Country, PostalCode: a.PostalCode, Block: a.Block, Street: a.Street, Unit: a.Unit, Address: a.Text, ID: memberID,
	})
	if err != nil {
		return fmt.Errorf("address: %w", err)
	}
	return nil
}
