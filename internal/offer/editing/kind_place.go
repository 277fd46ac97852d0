package editing

import (
	"context"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
)

// KindPlace is the temple's name, address and hours: how it is reached.
const KindPlace = "place"

// PlaceKey is the key of the one record of its kind.
const PlaceKey = "temple"

const longestOpening = 20_000

// How the temple is reached.
var placeKind = &Kind{
	Name: KindPlace, Rank: 7, Both: true, Fixed: true,
	Fields: []Field{
		{Name: "name", Each: true, Type: FieldLine, Most: longestTitle, Required: true},
		{Name: "address", Each: true, Type: FieldLine, Most: longestSummary},
		{Name: "directions", Each: true, Type: FieldLine, Most: longestSummary},
		{Name: "hours", Each: true, Type: FieldLine, Most: longestSummary},
		{Name: "phone", Type: FieldPhone, Most: 30},
		{Name: "whatsapp", Type: FieldWhatsApp, Most: 30},
		{Name: "email", Type: FieldEmail, Most: 100},
		{Name: "opening", Type: FieldOpening, Most: longestOpening},
	},
	live: place, show: showPlace, draft: draftPlace, concerns: placeConcerns, warns: placeWarnings,
}

func init() { register(placeKind) }

func place(ctx context.Context, r db.Reader) ([]Live, error) {
	p, err := content.Site(ctx, r)
	if err != nil {
		return nil, err
	}
	f := Fields{"phone": p.Phone, "whatsapp": p.WhatsApp, "email": p.Email, "opening": content.OpeningText(p.Opening)}
	f.Put("name", p.Name)
	f.Put("address", p.Address)
	f.Put("directions", p.Directions)
	f.Put("hours", p.Hours)
	return []Live{{Key: PlaceKey, Fields: f}}, nil
}

func showPlace(ctx context.Context, tx *db.Tx, s Shown) error {
	return content.SavePlace(ctx, tx, placeOf(s.Fields))
}

// placeWarnings are times in words that the lines of the opening hours do not have: in the text beside them, and on pages
// that tell the former ones.
func placeWarnings(ctx context.Context, tx *db.Tx, _ string, f Fields, _ time.Time) (out []Finding, err error) {
	is := placeOf(f)
	for _, l := range locale.All {
		if stray := is.StrayTimes(l); len(stray) > 0 {
			out = append(out, Finding{Field: "hours." + string(l), Code: "hours-differ", Params: map[string]any{"times": strings.Join(stray, " · ")}})
		}
	}
	was, err := content.Site(ctx, tx.Queries)
	if err != nil {
		return nil, err
	}
	pages, err := tx.ContentPagesAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("pages that tell the hours: %w", err)
	}
	for _, p := range pages {
		former := append(content.FormerTimes(p.HtmlEn, was, is), content.FormerTimes(p.HtmlZh, was, is)...)
		if p.Published && len(former) > 0 {
			out = append(out, Finding{Field: "opening", Code: "hours-on-page", Params: map[string]any{
				"title": locale.Text{EN: p.TitleEn, ZH: p.TitleZh}.In(httpd.LocaleOf(ctx)), "times": strings.Join(former, " · "),
			}})
		}
	}
	return out, nil
}

func placeOf(f Fields) content.Facts {
	lines, _ := content.ParseOpening(f["opening"]) // checked when it was saved
	return content.Facts{
		Opening: lines,
		Name:    textOf(f, "name"), Address: textOf(f, "address"), Directions: textOf(f, "directions"), Hours: textOf(f, "hours"),
		Phone: f["phone"], WhatsApp: f["whatsapp"], Email: f["email"],
	}
}

func draftPlace(ctx context.Context, s Shown) context.Context {
	facts := placeOf(s.Fields)
	return content.WithDraft(ctx, content.Draft{Place: &facts})
}

func placeConcerns(context.Context, *db.Tx, *work, []string) ([]string, error) {
	return []string{everyPage}, nil
}

// newTemple tells whether the office has written nothing yet.
func newTemple(ctx context.Context, r db.Reader) (bool, error) {
	rows, err := r.RecordsOf(ctx, KindPlace)
	if err != nil {
		return false, fmt.Errorf("records: %w", err)
	}
	return len(rows) == 0, nil
}
