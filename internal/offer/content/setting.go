package content

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/paynow"
	"shanmen/internal/base/writing"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Setting is one setting of the office. All values are stored as text.
type Setting struct {
	Key     string
	Group   string   // heading under which the page shows it
	Kind    string   // text, long, number, choice, list
	Default string   // value if nothing is set
	Choices []string // of a choice
	Least   int      // minimum of a number, and of each in a list
	Most    int      // maximum of the same; of a text its characters
	// Clean returns the value to store, or the code of the refusal. nil: the kind decides.
	Clean func(value string) (clean, code string)
}

// The kinds of settings.
const (
	KindText   = "text"
	KindLong   = "long" // several lines
	KindNumber = "number"
	KindChoice = "choice"
	KindList   = "list" // numbers separated by commas
)

const on, off = "on", "off"

// The settings that every paper, number and payment asks for.
var (
	settingInvoicePrefix = Setting{Key: "invoice-prefix", Group: "numbers", Kind: KindText, Default: "INV", Most: longestPrefix, Clean: cleanPrefix}
	settingReceiptPrefix = Setting{Key: "receipt-prefix", Group: "numbers", Kind: KindText, Default: "OR", Most: longestPrefix, Clean: cleanPrefix}
	settingFooterEN      = Setting{Key: "invoice-footer-en", Group: "papers", Kind: KindLong, Most: 400}
	settingFooterZH      = Setting{Key: "invoice-footer-zh", Group: "papers", Kind: KindLong, Most: 400}
	settingUEN           = Setting{Key: "paynow-uen", Group: "paynow", Kind: KindText, Most: 13, Clean: cleanUEN}
	settingPayee         = Setting{Key: "paynow-payee", Group: "paynow", Kind: KindText, Most: paynow.MaxPayeeName, Clean: cleanPayee}
	settingGST           = Setting{Key: "gst", Group: "tax", Kind: KindChoice, Default: off, Choices: []string{off, on}}
	settingGSTNumber     = Setting{Key: "gst-number", Group: "tax", Kind: KindText, Most: 12, Clean: cleanGSTNumber}
	settingIPC           = Setting{Key: "ipc", Group: "tax", Kind: KindChoice, Default: off, Choices: []string{off, on}}
	settingHold          = Setting{Key: "hold-minutes", Group: "times", Kind: KindNumber, Default: "60", Least: 20, Most: 240}
	settingExpiry        = Setting{Key: "invoice-expiry-days", Group: "times", Kind: KindNumber, Default: "7", Least: 1, Most: 90}
	// settingWaive is what a bank on the way may keep of a transfer, in cents.
	settingWaive       = Setting{Key: "waive-cents", Group: "bank", Kind: KindNumber, Default: "200", Least: 0, Most: 200}
	settingRefundLimit = Setting{Key: "refund-limit", Group: "cash", Kind: KindNumber, Default: "500", Least: 0, Most: 100_000} // dollars
	settingBlindCount  = Setting{Key: "blind-count", Group: "cash", Kind: KindChoice, Default: off, Choices: []string{off, on}}
	settingZodiac      = Setting{Key: "zodiac-boundary", Group: "calendar", Kind: KindChoice, Default: string(lunar.NewYear), Choices: []string{string(lunar.NewYear), string(lunar.Lichun)}}
)

// Settings are all of them, in the order of the screen. Subscriptions have more.
var Settings = []Setting{
	settingInvoicePrefix, settingReceiptPrefix, settingFooterEN, settingFooterZH, settingUEN, settingPayee, settingGST, settingGSTNumber, settingIPC,
	settingHold, settingExpiry, settingWaive, settingRefundLimit, settingBlindCount, settingZodiac,
}

const longestPrefix = 8

var (
	prefixShape = regexp.MustCompile(`^[A-Z][A-Z0-9]{0,7}$`)
	// The formats of a GST number by IRAS: a UEN; M, eight digits and a letter; or MR, MB, MX, seven or eight digits
	// and a letter.
	gstShape = regexp.MustCompile(`^(M[RBX]?\d{7,8}[A-Z0-9]|\d{8,9}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z])$`)
)

func cleanPrefix(value string) (string, string) {
	value = strings.ToUpper(strings.TrimSpace(value))
	if !prefixShape.MatchString(value) {
		return "", "prefix-invalid"
	}
	return value, ""
}

func cleanUEN(value string) (string, string) {
	if strings.TrimSpace(value) == "" {
		return "", "" // empty: PayNow is not offered
	}
	clean, err := paynow.CleanUEN(value)
	if err != nil {
		return "", "uen-invalid"
	}
	return clean, ""
}

func cleanPayee(value string) (string, string) {
	value = strings.TrimSpace(value)
	if value != "" && paynow.CheckPayeeName(value) != nil {
		return "", "payee-name-invalid"
	}
	return value, ""
}

func cleanGSTNumber(value string) (string, string) {
	value = strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(value))
	if value != "" && !gstShape.MatchString(value) {
		return "", "gst-number-invalid"
	}
	return value, ""
}

// clean returns the value to store, or the field that is wrong.
func (s Setting) clean(value string) (string, *fault.Field) {
	no := func(code string) (string, *fault.Field) {
		return "", &fault.Field{Path: s.Key, Code: code, Params: map[string]any{"least": s.Least, "most": s.Most, "max": s.Most}}
	}
	if !utf8.ValidString(value) || utf8.RuneCountInString(value) > 1000 {
		return no("too-long")
	}
	if strings.ContainsFunc(value, func(r rune) bool { return unicode.IsControl(r) && (r != '\n' || s.Kind != KindLong) }) || writing.Unreadable(value, s.Kind == KindLong) {
		return no("control-character")
	}
	if s.Clean != nil {
		clean, code := s.Clean(value)
		if code != "" {
			return no(code)
		}
		return clean, nil
	}
	value = strings.TrimSpace(value)
	switch s.Kind {
	case KindNumber:
		n, err := strconv.Atoi(value)
		if err != nil || n < s.Least || n > s.Most {
			return no("number-range")
		}
		return strconv.Itoa(n), nil
	case KindChoice:
		if !slices.Contains(s.Choices, value) {
			return no("not-a-choice")
		}
	case KindList:
		return s.cleanList(value)
	default:
		if utf8.RuneCountInString(value) > s.Most {
			return no("too-long")
		}
	}
	return value, nil
}

func (s Setting) cleanList(value string) (string, *fault.Field) {
	no := &fault.Field{Path: s.Key, Code: "number-list", Params: map[string]any{"least": s.Least, "most": s.Most}}
	var numbers []int
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune(",，、; \t", r) }) {
		n, err := strconv.Atoi(part)
		if err != nil || n < s.Least || n > s.Most {
			return "", no
		}
		if !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 || len(numbers) > 10 {
		return "", no
	}
	slices.SortFunc(numbers, func(a, b int) int { return b - a })
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ","), nil
}

// ChangedSetting is a setting whose value changed.
type ChangedSetting struct{ Key, Before, After string }

// SaveSettings checks and saves some of the known settings, and returns the changes. Every replica uses them from the
// commit on. Of two concurrent saves, the second waits and sees the first.
func SaveSettings(ctx context.Context, tx *db.Tx, now time.Time, known []Setting, values map[string]string) ([]ChangedSetting, error) {
	if err := Changed(ctx, tx, TagSite); err != nil {
		return nil, err
	}
	stored, err := ReadSettings(ctx, tx)
	if err != nil {
		return nil, err
	}
	var wrong []fault.Field
	var out []ChangedSetting
	was, after := map[string]string{}, map[string]string{}
	for _, s := range known {
		before := stored.Text(s)
		was[s.Key], after[s.Key] = before, before
		given, ok := values[s.Key]
		if !ok {
			continue
		}
		clean, f := s.clean(given)
		if f != nil {
			wrong = append(wrong, *f)
			continue
		}
		if after[s.Key] = cmp.Or(clean, s.Default); after[s.Key] != before {
			out = append(out, ChangedSetting{s.Key, before, after[s.Key]})
		}
	}
	for key := range values {
		if !slices.ContainsFunc(known, func(s Setting) bool { return s.Key == key }) {
			wrong = append(wrong, fault.Field{Path: key, Code: "unknown-field"})
		}
	}
	if len(wrong) == 0 {
		wrong = contradictions(after)
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	for _, c := range out {
		if err := put(ctx, tx, c.Key, c.After); err != nil {
			return nil, err
		}
	}
	return out, recordRegistrations(ctx, tx, was, after, now)
}

// contradictions lists settings that contradict each other.
func contradictions(v map[string]string) (wrong []fault.Field) {
	if v[settingInvoicePrefix.Key] == v[settingReceiptPrefix.Key] {
		wrong = append(wrong, fault.Field{Path: settingReceiptPrefix.Key, Code: "prefix-same"})
	}
	if v[settingUEN.Key] != "" && v[settingPayee.Key] == "" {
		wrong = append(wrong, fault.Field{Path: settingPayee.Key, Code: "required"})
	}
	if v[settingGST.Key] == on && v[settingGSTNumber.Key] == "" {
		wrong = append(wrong, fault.Field{Path: settingGSTNumber.Key, Code: "required"})
	}
	return wrong
}

func put(ctx context.Context, tx *db.Tx, key, value string) error {
	if err := tx.PutSetting(ctx, query.PutSettingParams{Key: key, Value: value}); err != nil {
		return fmt.Errorf("setting %s: %w", key, err)
	}
	return nil
}
