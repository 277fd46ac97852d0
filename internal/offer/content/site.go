package content

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/uses"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
)

// Facts are the temple's own name, contact details and settings, as the office maintains them.
type Facts struct {
	Name, Address, Directions locale.Text
	Phone                     string // as displayed: 6000 0000
	Email                     string
	WhatsApp                  string        // with its country code, +65 8000 0000; "": none
	UEN                       string        // "": PayNow is not offered
	PayeeName                 string        // ASCII, at most 25 characters
	Hold                      time.Duration // how long a displayed QR code holds prices and stock
	Expiry                    time.Duration // lifetime of an unpaid invoice
	InvoiceFooter             locale.Text
	Opening                   []OpeningLine
	Hours                     locale.Text
	Zodiac                    lunar.Boundary // the boundary at which a zodiac year starts
	GST                       Spans          // periods of GST registration
	Deductible                Spans          // periods as an Institution of a Public Character, whose receipts are tax-deductible
}

// Open returns whether the temple has published its name; until then visitors only get a page that says it opens soon.
func (f Facts) Open() bool { return f.Name.EN != "" || f.Name.ZH != "" }

// Sender is the temple's name and contact details for mails and SMS, with the address of its site.
func Sender(ctx context.Context, r db.Reader, base *url.URL) (outbox.Temple, error) {
	f, err := Site(ctx, r)
	return outbox.Temple{Base: base, Name: f.Name, Address: f.Address, Phone: f.Phone}, err
}

// The setting keys. Texts have one per language, with the suffix "-en" or "-zh".
const (
	settingName       = "temple-name"
	settingAddress    = "temple-address"
	settingDirections = "temple-directions"
	settingHours      = "temple-hours"
	settingPhone      = "temple-phone"
	settingEmail      = "temple-email"
	settingWhatsApp   = "temple-whatsapp"
	settingOpening    = "temple-opening"
	settingOpens      = "temple-opens"
	settingCloses     = "temple-closes"
	settingClosesLate = "temple-closes-late"
)

// Site reads the temple's facts, with defaults in a fresh database.
func Site(ctx context.Context, r db.Reader) (Facts, error) {
	uses.Note(ctx, TagSite)
	v, err := ReadSettings(ctx, r)
	if err != nil {
		return Facts{}, err
	}
	tax, err := taxSpans(ctx, r)
	if err != nil {
		return Facts{}, err
	}
	text := func(key string) locale.Text { return locale.Text{EN: v[key+"-en"], ZH: v[key+"-zh"]} }
	return DraftIn(ctx).place(Facts{
		Name: text(settingName), Address: text(settingAddress), Directions: text(settingDirections), Hours: text(settingHours),
		Phone: v[settingPhone], Email: v[settingEmail], WhatsApp: v[settingWhatsApp], UEN: v.Text(settingUEN), PayeeName: v.Text(settingPayee),
		Hold: time.Duration(v.Number(settingHold)) * time.Minute, Expiry: days(v.Number(settingExpiry)),
		InvoiceFooter: locale.Text{EN: v.Text(settingFooterEN), ZH: v.Text(settingFooterZH)},
		Opening:       openingOf(v), Zodiac: lunar.Boundary(v.Text(settingZodiac)),
		GST: tax[settingGST.Key], Deductible: tax[settingIPC.Key],
	}), nil
}

// SaveSite saves the facts for documents, payments and the calendar. Empty values are saved too: an empty UEN turns
// PayNow off.
func SaveSite(ctx context.Context, tx *db.Tx, f Facts) error {
	return saveFacts(ctx, tx, nil, map[string]string{
		settingFooterEN.Key: f.InvoiceFooter.EN, settingFooterZH.Key: f.InvoiceFooter.ZH,
		settingUEN.Key: f.UEN, settingPayee.Key: f.PayeeName, settingHold.Key: strconv.Itoa(int(f.Hold / time.Minute)),
		settingExpiry.Key: strconv.Itoa(int(f.Expiry / (24 * time.Hour))), settingZodiac.Key: string(f.Zodiac),
	})
}

// SavePlace saves the temple's name, contact details and opening hours. Package editing calls it, because these facts
// have drafts and versions.
func SavePlace(ctx context.Context, tx *db.Tx, f Facts) error {
	return saveFacts(ctx, tx, map[string]locale.Text{
		settingName: f.Name, settingAddress: f.Address, settingDirections: f.Directions, settingHours: f.Hours,
	}, map[string]string{
		settingPhone: f.Phone, settingEmail: f.Email, settingWhatsApp: f.WhatsApp,
		settingOpening: OpeningText(f.Opening),
	})
}

func saveFacts(ctx context.Context, tx *db.Tx, texts map[string]locale.Text, values map[string]string) error {
	for key, t := range texts {
		values[key+"-en"], values[key+"-zh"] = t.EN, t.ZH
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if err := put(ctx, tx, key, values[key]); err != nil {
			return err
		}
	}
	return Changed(ctx, tx, TagSite)
}
