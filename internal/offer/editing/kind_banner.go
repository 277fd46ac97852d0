package editing

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// KindBanner is a picture or a line of the front page that leads somewhere.
const KindBanner = "banner"

// How many banners of each type are on the site at most.
var mostBanners = map[string]int{"101": 8, "102": 12}

// Banners of the front page.
var bannerKind = &Kind{
	Name: KindBanner, Rank: 4, Both: true,
	Fields: []Field{
		{Name: "title", Each: true, Type: FieldLine, Most: longestTitle, Required: true},
		{Name: "text", Each: true, Type: FieldLine, Most: longestSummary},
		{Name: "type", Type: FieldChoice, Choices: []string{"101", "102"}, Required: true},
		{Name: "href", Type: FieldPath, Most: longestPath},
		{Name: "art", Type: FieldChoice, Choices: content.Arts, Required: true},
		{Name: "picture", Type: FieldPicture, Most: longestPictureID},
		{Name: "opens", Type: FieldDay},
		{Name: "closes", Type: FieldDay},
		{Name: "ends", Type: FieldYes}, // with what it leads to
	},
	live: banners, show: showBanner, draft: draftBanner, limits: bannerLimits, concerns: bannerConcerns, drop: content.DropBanner, listed: lookAtBanners,
}

func init() { register(bannerKind) }

func banners(ctx context.Context, r db.Reader) ([]Live, error) {
	rows, err := r.ContentBannersAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("banners: %w", err)
	}
	var out []Live
	for _, b := range rows {
		f := Fields{"type": strconv.FormatInt(b.Type, 10), "href": b.Href, "art": b.Art, "picture": b.Picture, "opens": dayOf(b.OpensAt, 0), "closes": dayOf(b.ClosesAt, -1), "ends": yesIf(b.EndsWith != "")}
		f.Put("title", locale.Text{EN: b.TitleEn, ZH: b.TitleZh})
		f.Put("text", locale.Text{EN: b.TextEn, ZH: b.TextZh})
		out = append(out, Live{Key: b.ID, Position: b.Position, Fields: f, Hidden: !b.Published})
	}
	return out, nil
}

func showBanner(ctx context.Context, tx *db.Tx, s Shown) error {
	kind, err := strconv.ParseInt(s.Fields["type"], 10, 64)
	if err != nil {
		return fmt.Errorf("banner %s: type %q", s.Key, s.Fields["type"])
	}
	opens, closes, unknown := bookingTimes(s.Fields, s.Now)
	if unknown != "" && !s.Hidden {
		return fmt.Errorf("season of banner %s: %s %q has no day", s.Key, unknown, s.Fields[unknown])
	}
	with, err := endsWith(ctx, tx, s.Fields)
	if err != nil {
		return err
	}
	return content.PutBanner(ctx, tx, content.NewBanner{
		OpensAt: opens, ClosesAt: closes, EndsWith: with,
		ID: s.Key, Type: kind, Position: s.Position, Title: textOf(s.Fields, "title"), Text: textOf(s.Fields, "text"),
		Href: s.Fields["href"], Art: s.Fields["art"], Picture: s.Fields["picture"], Hidden: s.Hidden,
	})
}

// endsWith is the record of the offering or event that a banner ends with, if it does: its key may change.
func endsWith(ctx context.Context, tx *db.Tx, f Fields) (string, error) {
	if f["ends"] == "" {
		return "", nil
	}
	address, err := followed(ctx, tx, f["href"])
	if err != nil {
		return "", err
	}
	name, key, _ := strings.Cut(targetOf(address), ":")
	if kind, err := kindOf(name); err != nil || !kind.ends {
		return "", nil
	}
	record, err := tx.RecordByKey(ctx, query.RecordByKeyParams{Kind: name, Key: key})
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("record of %s: %w", address, err)
	}
	return record.ID, nil
}

// bannerLimits counts those that are on the site and not over.
func bannerLimits(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error) {
	if found := seasonLimits(f, now); len(found) > 0 {
		return found, nil
	}
	with, err := endsWith(ctx, tx, f)
	if err != nil {
		return nil, err
	}
	if f["ends"] != "" && with == "" {
		return []Finding{{Field: "ends", Code: "ends-with-nothing"}}, nil
	}
	if err := content.Hold(ctx, tx); err != nil {
		return nil, err
	}
	rows, err := tx.ContentBanners(ctx)
	if err != nil {
		return nil, fmt.Errorf("banners: %w", err)
	}
	others := 0
	for _, b := range rows {
		if strconv.FormatInt(b.Type, 10) == f["type"] && b.ID != key && (b.ClosesAt == 0 || now.Before(b.ClosesAt.Time())) {
			others++
		}
	}
	if most := mostBanners[f["type"]]; most > 0 && others >= most {
		return []Finding{{Field: "type", Code: "banners-full", Params: map[string]any{"max": most}}}, nil
	}
	return nil, nil
}

func draftBanner(ctx context.Context, s Shown) context.Context {
	f := s.Fields
	kind, _ := strconv.ParseInt(f["type"], 10, 64) // of none yet: it is shown nowhere
	return content.WithDraft(ctx, content.Draft{Banner: &content.NewBanner{
		ID: s.Key, Type: kind, Position: s.Position, Title: textOf(f, "title"), Text: textOf(f, "text"), Href: f["href"], Art: f["art"], Picture: f["picture"],
	}})
}

func bannerConcerns(context.Context, *db.Tx, *work, []string) ([]string, error) {
	return []string{"/"}, nil
}
