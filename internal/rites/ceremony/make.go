package ceremony

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// CeremonyIn is the office's input for a ceremony.
type CeremonyIn struct {
	Title    locale.Text       `json:"title"`
	Gathers  string            `json:"gathers" enum:"bought,running"`
	Script   string            `json:"script" enum:"hans,hant"`
	Paper    bool              `json:"paper"`
	ClosesAt *time.Time        `json:"closesAt,omitempty" doc:"Closing time; absent: closed manually"`
	Sittings []CeremonySitting `json:"sittings" minItems:"1" maxItems:"20"`
	Sources  []CeremonySource  `json:"sources" minItems:"1" maxItems:"30"`
}

func (in CeremonyIn) check(ctx context.Context, r db.Reader) error {
	var wrong []fault.Field
	add := func(path, code string) { wrong = append(wrong, fault.Field{Path: path, Code: code}) }
	for path, v := range map[string]string{"title.en": in.Title.EN, "title.zh": in.Title.ZH} {
		if n := len([]rune(strings.TrimSpace(v))); n == 0 {
			add(path, "required")
		} else if n > 120 {
			add(path, "too-long")
		}
	}
	for i, t := range in.Sittings {
		at := fmt.Sprintf("sittings[%d].", i)
		if !t.EndsAt.After(t.StartsAt) {
			add(at+"endsAt", "rule-no-time")
		}
		if i > 0 && t.StartsAt.Before(in.Sittings[i-1].StartsAt) {
			add(at+"startsAt", "sitting-order")
		}
		if len([]rune(t.Place.EN)) > 120 || len([]rune(t.Place.ZH)) > 120 {
			add(at+"place", "too-long")
		}
		if t.Hall == "" {
			continue
		}
		if _, err := r.HallByKey(ctx, t.Hall); errors.Is(err, db.ErrNoRows) {
			add(at+"hall", "not-a-choice")
		} else if err != nil {
			return fmt.Errorf("hall: %w", err)
		}
	}
	seen := map[string]bool{}
	for i, o := range in.Sources {
		at := fmt.Sprintf("sources[%d].", i)
		if seen[o.OfferingID+" "+o.OptionID] {
			add(at+"offeringId", "there-twice")
		}
		seen[o.OfferingID+" "+o.OptionID] = true
		n, err := r.OfferingHas(ctx, query.OfferingHasParams{OfferingID: o.OfferingID, OptionID: o.OptionID})
		if err != nil {
			return fmt.Errorf("offering: %w", err)
		}
		if n == 0 {
			add(at+"offeringId", "not-a-choice")
		}
	}
	return fault.InvalidFields(wrong)
}

func millisOf(t *time.Time) clock.Millis {
	if t == nil {
		return 0
	}
	return clock.MillisOf(*t)
}

var notKey = regexp.MustCompile(`[^a-z0-9]+`)

// keyFor makes a unique key from title and day.
func keyFor(ctx context.Context, tx *db.Tx, title string, day time.Time) (string, error) {
	base := strings.Trim(notKey.ReplaceAllString(strings.ToLower(title), "-"), "-")
	if base == "" {
		base = "ceremony"
	}
	base += "-" + day.In(clock.Singapore).Format("2006-01-02")
	for n, key := 1, base; ; n++ {
		used, err := tx.CeremonyKeyUsed(ctx, key)
		if err != nil || used == 0 {
			return key, err
		}
		key = fmt.Sprintf("%s-%d", base, n+1)
	}
}

type makeCeremonyIn struct{ Body CeremonyIn }

// Make creates a ceremony. Items paid before join its list through a job; a running list is collected when it closes.
func (s *Service) Make(ctx context.Context, in *makeCeremonyIn) (*CeremonyView, error) {
	b := in.Body
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*CeremonyView, error) {
		if err := b.check(ctx, tx.Queries); err != nil {
			return nil, err
		}
		starts := b.Sittings[0].StartsAt
		key, err := keyFor(ctx, tx, b.Title.EN, starts)
		if err != nil {
			return nil, fmt.Errorf("key: %w", err)
		}
		row := query.CeremonyAddParams{
			ID: id.New(), Key: key, TitleEn: strings.TrimSpace(b.Title.EN), TitleZh: strings.TrimSpace(b.Title.ZH), Gathers: b.Gathers, Script: b.Script,
			Paper: b.Paper, StartsAt: clock.MillisOf(starts), ClosesAt: millisOf(b.ClosesAt), CreatedAt: s.now(),
		}
		if err := tx.CeremonyAdd(ctx, row); err != nil {
			return nil, fmt.Errorf("ceremony: %w", err)
		}
		if err := s.putParts(ctx, tx, row.ID, b, true); err != nil {
			return nil, err
		}
		c, err := lock(ctx, tx, row.ID)
		if err != nil {
			return nil, err
		}
		if c.Gathers == Bought {
			if err := s.startFill(ctx, tx, c); err != nil {
				return nil, err
			}
		}
		if err := audit.Note(ctx, tx, "ceremony.make", "ceremony:"+c.ID, nil, map[string]any{"sources": len(b.Sources), "sittings": len(b.Sittings)}); err != nil {
			return nil, err
		}
		if c, err = find(ctx, tx.Queries, c.ID); err != nil {
			return nil, err
		}
		return s.view(ctx, tx.Queries, c)
	})
}

func (s *Service) putParts(ctx context.Context, tx *db.Tx, ceremonyID string, b CeremonyIn, sources bool) error {
	for i, t := range b.Sittings {
		hall := query.Hall{TitleEn: t.Place.EN, TitleZh: t.Place.ZH}
		if t.Hall != "" {
			var err error
			if hall, err = tx.HallByKey(ctx, t.Hall); err != nil {
				return fmt.Errorf("hall: %w", err)
			}
		}
		row := query.SittingAddParams{CeremonyID: ceremonyID, Seq: int64(i + 1), HallID: hall.ID, PlaceEn: hall.TitleEn, PlaceZh: hall.TitleZh, StartsAt: clock.MillisOf(t.StartsAt), EndsAt: clock.MillisOf(t.EndsAt)}
		if err := tx.SittingAdd(ctx, row); err != nil {
			return fmt.Errorf("sitting: %w", err)
		}
	}
	if !sources {
		return nil
	}
	for _, o := range b.Sources {
		row := query.SourceAddParams{CeremonyID: ceremonyID, OfferingID: o.OfferingID, OptionID: o.OptionID, Kind: o.Kind, OrderedFromAt: millisOf(o.OrderedFrom), OrderedUntil: millisOf(o.OrderedUntil)}
		if err := tx.SourceAdd(ctx, row); err != nil {
			return fmt.Errorf("source: %w", err)
		}
	}
	return nil
}

type changeCeremonyIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body CeremonyIn
}

// Change changes a ceremony. Its sources are frozen once it is closed: "list-closed". A new source's items join through
// the job; those of a removed source stay.
func (s *Service) Change(ctx context.Context, in *changeCeremonyIn) (*CeremonyView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error {
		c, err := lock(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		b := in.Body
		if err := b.check(ctx, tx.Queries); err != nil {
			return err
		}
		if b.Gathers != c.Gathers {
			return fault.At("gathers", "not-a-choice")
		}
		had, err := tx.Sources(ctx, c.ID)
		if err != nil {
			return fmt.Errorf("sources: %w", err)
		}
		moved := len(had) != len(b.Sources)
		now := map[query.CeremonySource]bool{}
		for _, o := range b.Sources {
			now[query.CeremonySource{CeremonyID: c.ID, OfferingID: o.OfferingID, OptionID: o.OptionID, Kind: o.Kind, OrderedFromAt: millisOf(o.OrderedFrom), OrderedUntil: millisOf(o.OrderedUntil)}] = true
		}
		for _, o := range had {
			moved = moved || !now[o]
		}
		if moved && c.ClosedAt > 0 {
			return fault.Invalid("list-closed")
		}
		change := query.CeremonyChangeParams{
			TitleEn: strings.TrimSpace(b.Title.EN), TitleZh: strings.TrimSpace(b.Title.ZH), Script: b.Script, Paper: b.Paper,
			StartsAt: clock.MillisOf(b.Sittings[0].StartsAt), ClosesAt: millisOf(b.ClosesAt), ID: c.ID,
		}
		if err := tx.CeremonyChange(ctx, change); err != nil {
			return fmt.Errorf("ceremony: %w", err)
		}
		if err := renumberSittings(ctx, tx, c.ID, b.Sittings); err != nil {
			return err
		}
		if err := tx.SittingsDrop(ctx, c.ID); err != nil {
			return fmt.Errorf("sittings: %w", err)
		}
		if moved {
			if err := tx.SourcesDrop(ctx, c.ID); err != nil {
				return fmt.Errorf("sources: %w", err)
			}
		}
		if err := s.putParts(ctx, tx, c.ID, b, moved); err != nil {
			return err
		}
		if moved && c.Gathers == Bought {
			if err := s.startFill(ctx, tx, c); err != nil {
				return err
			}
		}
		return audit.Note(ctx, tx, "ceremony.change", "ceremony:"+c.ID, nil, map[string]any{"sources": len(b.Sources), "sittings": len(b.Sittings)})
	})
}
