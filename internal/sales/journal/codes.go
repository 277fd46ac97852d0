package journal

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// The keys of accounts. A category of offerings has categoryKey.
const (
	keyCash       = "cash"
	keyPayNow     = "paynow"
	keyLate       = "late"             // money that no order waits for: a debt of the temple until it is decided
	keyGift       = "gift"             // gifts without an order, and excess that was kept as one
	keyGone       = "gone"             // offerings that are no longer in the catalogue
	keyRefunds    = "refunds"          // what went back of orders
	keyWaived     = "waived"           // rests of transfers that were let go
	keyDifference = "shift-difference" // counted less expected of cash boxes
	keyFees       = "fees"             // of payment providers
	keyTaxRate    = "tax-rate"         // no account: the name of the tax rate of every line
)

// categoryKey is the key of a category's income.
func categoryKey(id string) string { return "category:" + id }

// builtIn are the codes that a temple has until it enters its own, in the order of the page.
var builtIn = []struct{ key, code string }{
	{keyCash, "1010"}, {keyPayNow, "1020"}, {keyLate, "2010"}, {keyGift, "4010"}, {keyGone, "4090"},
	{keyRefunds, "4900"}, {keyWaived, "4910"}, {keyDifference, "4920"}, {keyFees, "6010"}, {keyTaxRate, "No Tax"},
}

// incomeCode is the built-in code of categories.
const incomeCode = "4000"

// AccountCode is the code of an account of the journal.
type AccountCode struct {
	Key   string `json:"key" doc:"Key: a method, category:<id>, gift, gone, refunds, waived, shift-difference, late, fees; tax-rate is the name of the tax rate"`
	Title string `json:"title,omitempty" doc:"Title of a category in the reader's language"`
	Code  string `json:"code"`
	Own   bool   `json:"own" doc:"The office has entered it; otherwise it is the built-in one"`
}

// AccountCodes are all of them.
type AccountCodes struct {
	Items []AccountCode `json:"items"`
}

// chart has the codes and names of accounts.
type chart struct {
	codes      map[string]string      // by key
	titles     map[string]locale.Text // of categories, by key
	ofOffering map[string]string      // key by offering
	keys       []string               // in the order of the page
	own        map[string]bool
}

// readChart reads the temple's codes and the catalogue. A category keeps its code when its offerings move.
func readChart(ctx context.Context, r db.Reader) (*chart, error) {
	c := &chart{codes: map[string]string{}, titles: map[string]locale.Text{}, ofOffering: map[string]string{}, own: map[string]bool{}}
	catalogue, err := r.ReportOfferings(ctx)
	if err != nil {
		return nil, fmt.Errorf("catalogue: %w", err)
	}
	for _, b := range builtIn {
		if b.key == keyGift {
			for _, o := range catalogue {
				key := categoryKey(o.CategoryID)
				if c.ofOffering[o.ID] = key; c.codes[key] == "" {
					c.codes[key], c.titles[key] = incomeCode, locale.Text{EN: o.CategoryEn, ZH: o.CategoryZh}
					c.keys = append(c.keys, key)
				}
			}
		}
		c.codes[b.key] = b.code
		c.keys = append(c.keys, b.key)
	}
	own, err := r.AccountCodes(ctx)
	if err != nil {
		return nil, fmt.Errorf("account codes: %w", err)
	}
	for _, o := range own {
		c.codes[o.Key], c.own[o.Key] = o.Code, true
	}
	return c, nil
}

// income is the key of an offering's account.
func (c *chart) income(offeringID string) string {
	switch key := c.ofOffering[offeringID]; {
	case key != "":
		return key
	case offeringID == "":
		return keyGift
	}
	return keyGone
}

// Codes lists the account codes.
func (s *Service) Codes(ctx context.Context, _ *struct{}) (*AccountCodes, error) {
	c, err := readChart(ctx, s.DB.Read())
	if err != nil {
		return nil, err
	}
	out := &AccountCodes{Items: []AccountCode{}}
	for _, key := range c.keys {
		out.Items = append(out.Items, AccountCode{Key: key, Title: c.titles[key].In(httpd.LocaleOf(ctx)), Code: c.codes[key], Own: c.own[key]})
	}
	return out, nil
}

type accountCodesIn struct {
	Body struct {
		Codes map[string]string `json:"codes" doc:"Codes by key; an empty one is the built-in one again"`
	}
}

// codeShape is what Xero and other ledgers take as a code.
var codeShape = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9./-]{0,9}$`)

// mostTaxRate is the longest name of a tax rate, in characters.
const mostTaxRate = 50

// SaveCodes stores some codes. A wrong one is refused at its key: "account-code", "tax-rate-name", and "not-a-choice" for
// an unknown key. Closed months keep the codes that they were closed with.
func (s *Service) SaveCodes(ctx context.Context, in *accountCodesIn) (*AccountCodes, error) {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		was, err := readChart(ctx, tx.Queries)
		if err != nil {
			return nil, err
		}
		if err := checkCodes(was, in.Body.Codes); err != nil {
			return nil, err
		}
		for _, key := range was.keys { // in a fixed order, as two people may save at the same time
			code, there := in.Body.Codes[key]
			code = strings.TrimSpace(code)
			switch {
			case !there || code == was.codes[key]:
				continue
			case code == "":
				err = tx.AccountCodeForget(ctx, key)
			default:
				err = tx.AccountCodePut(ctx, query.AccountCodePutParams{Key: key, Code: code})
			}
			if err != nil {
				return nil, fmt.Errorf("account code: %w", err)
			}
			err = audit.Note(ctx, tx, "account-code.save", "account-code:"+key, map[string]any{"code": was.codes[key]}, map[string]any{"code": code})
			if err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	return s.Codes(ctx, nil)
}

func checkCodes(c *chart, codes map[string]string) error {
	var wrong []fault.Field
	for _, key := range c.keys {
		code, there := codes[key]
		code = strings.TrimSpace(code)
		switch {
		case !there || code == "":
		case key == keyTaxRate && !rateName(code):
			wrong = append(wrong, fault.Field{Path: key, Code: "tax-rate-name"})
		case key != keyTaxRate && !codeShape.MatchString(code):
			wrong = append(wrong, fault.Field{Path: key, Code: "account-code"})
		}
	}
	for key := range codes {
		if _, known := c.codes[key]; !known {
			wrong = append(wrong, fault.Field{Path: key, Code: "not-a-choice"})
		}
	}
	return fault.InvalidFields(wrong)
}

// rateName returns whether a text can be the name of a tax rate: a spreadsheet must not take it for a formula.
func rateName(text string) bool {
	first := []rune(text)[0]
	return len([]rune(text)) <= mostTaxRate && (unicode.IsLetter(first) || unicode.IsDigit(first)) && !strings.ContainsFunc(text, unicode.IsControl)
}
