package counter

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
)

const (
	expressTiles  = 10
	expressDays   = 30 * 24 * time.Hour
	expressPeople = 5
)

// ExpressTiles are the options for quick sale.
type ExpressTiles struct {
	Items []offering.Tile `json:"items" doc:"Ten options: the best-selling of the last 30 days, then others available"`
}

// ExpressTiles lists the options that sold most in the last 30 days and are available now.
func (s *Service) ExpressTiles(ctx context.Context, _ *struct{}) (*ExpressTiles, error) {
	// Some of them may be unavailable now.
	sold, err := s.DB.Read().OptionsSoldMost(ctx, query.OptionsSoldMostParams{Since: int64(clock.MillisOf(s.Clock.Now().Add(-expressDays))), Most: 4 * expressTiles})
	if err != nil {
		return nil, fmt.Errorf("sold most: %w", err)
	}
	items, err := s.Offerings.Tiles(ctx, httpd.LocaleOf(ctx), sold, expressTiles)
	return &ExpressTiles{Items: items}, err
}

// ExpressPerson is a member found by name, with just enough data to distinguish equal names.
type ExpressPerson struct {
	ID          string     `json:"id" doc:"User id"`
	Name        string     `json:"name"`
	ChineseName string     `json:"chineseName"`
	Mobile      string     `json:"mobile" doc:"First four and last two digits of the mobile number; empty if none is verified"`
	Locale      string     `json:"locale" enum:"en,zh"`
	HadAt       *time.Time `json:"hadAt,omitempty" doc:"When this person last ordered the option"`
}

// ExpressPeople are the members with a name.
type ExpressPeople struct {
	Items []ExpressPerson `json:"items" doc:"Five at most, the newest first"`
	More  bool            `json:"more" doc:"There are further people with this name"`
}

type expressPeopleIn struct {
	Q        string `query:"q" maxLength:"100" required:"true" doc:"A name in either script, pinyin, its initials, or part of a mobile number"`
	OptionID string `query:"optionId" maxLength:"64" doc:"Option id: marks people who ordered it before"`
}

// ExpressPeople finds members by a typed name: at least one Chinese character, or two letters or digits.
func (s *Service) ExpressPeople(ctx context.Context, in *expressPeopleIn) (*ExpressPeople, error) {
	out := &ExpressPeople{Items: []ExpressPerson{}}
	if !lookup.LongEnough(in.Q) {
		return out, nil
	}
	r := s.DB.Read()
	search, _, err := lookup.For(ctx, r, lookup.Member, in.Q)
	if err != nil {
		return nil, err
	}
	hits, err := search.Newest(ctx, r, keyset.Key{}, expressPeople+1)
	if err != nil {
		return nil, err
	}
	if out.More = len(hits) > expressPeople; out.More {
		hits = hits[:expressPeople]
	}
	for _, h := range hits {
		u, err := r.FoundUser(ctx, h.ID)
		if err != nil {
			return nil, fmt.Errorf("found member: %w", err)
		}
		p := ExpressPerson{ID: u.ID, Name: u.Name, ChineseName: u.ChineseName, Locale: u.Locale}
		if u.MobileVerified {
			p.Mobile = masked(u.Mobile)
		}
		if in.OptionID != "" {
			at, err := r.OptionHadLast(ctx, query.OptionHadLastParams{UserID: &u.ID, OptionID: in.OptionID})
			if err == nil {
				had := at.Time()
				p.HadAt = &had
			} else if !errors.Is(err, db.ErrNoRows) {
				return nil, fmt.Errorf("had before: %w", err)
			}
		}
		out.Items = append(out.Items, p)
	}
	return out, nil
}

// masked shows enough of a mobile number to distinguish two people: 9123 ••78.
func masked(mobile string) string {
	number := strings.TrimPrefix(mobile, "+65")
	if utf8.RuneCountInString(number) < 8 {
		return "••"
	}
	return number[:4] + " ••" + number[len(number)-2:]
}
