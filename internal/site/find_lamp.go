package site

import (
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/rites/ceremony"
)

// Finding a lamp without an account: by the mobile number it was ordered with. The answer is the same for every number;
// the link is sent by SMS to the number itself.

// LampFindIn is the body of POST /api/lamp/find.
type LampFindIn struct {
	Body struct {
		Mobile string `json:"mobile" maxLength:"40"`
	}
}

// LampFindSent is the answer, for any number.
type LampFindSent struct {
	Sent bool `json:"sent"`
}

// FindLamp sends a link to a number that has lamps or tablets. For any other number it writes the same rows and sends
// nothing. Refusals: "mobile-invalid", "mobile-unreachable", "too-many-links".
func (s *Service) FindLamp(ctx context.Context, in *LampFindIn) (*LampFindSent, error) {
	m, ok := account.ParseMobile(in.Body.Mobile)
	code := "mobile-invalid"
	if ok {
		code = "mobile-unreachable"
	}
	if !ok || !s.Accounts.Texts(m) {
		return nil, fault.At("mobile", code)
	}
	counted, err := s.Accounts.Codes().CountLink(ctx, "lamp", m.E164)
	if err != nil {
		return nil, err
	}
	now, l := s.Clock.Now(), httpd.LocaleOf(ctx)
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := tx.PositionOwnersOfMobile(ctx, query.PositionOwnersOfMobileParams{Mobile: m.E164, Now: int64(clock.MillisOf(now))})
		if err != nil {
			return fmt.Errorf("lamps of a number: %w", err)
		}
		subject := m.E164
		if found == 0 {
			subject = "" // an unknown number is not stored
		}
		token, err := s.Accounts.IssueTicket(ctx, tx, account.TicketLamps, "", subject)
		if err != nil {
			return err
		}
		if found == 0 {
			return outbox.AddNothing(ctx, tx, now)
		}
		params := map[string]string{"path": l.Path("/find-my-lamp/places") + "?ticket=" + token}
		return outbox.AddSMS(ctx, tx, outbox.SMS{To: m.E164, Locale: l, Template: "find-lamps", Params: params, Code: counted}, "", now)
	})
	if err != nil {
		return nil, err
	}
	return &LampFindSent{true}, nil
}

// FoundLampsData is the positions of a number's lamps and tablets.
type FoundLampsData struct {
	Items []FoundLamp         `json:"items" doc:"Current lamps"`
	Halls []position.HallView `json:"halls" doc:"Halls of the lamps"`
	Early []EarlyLamp         `json:"early" doc:"Imported lamps whose position is known only in words"`
}

// FoundLamp is a lamp or tablet without its order.
type FoundLamp struct {
	position.LampPlace
	Rites []ceremony.Rite `json:"rites" doc:"Future and past ceremonies, newest first"`
}

// EarlyLamp is an imported lamp without a known position, only a text.
type EarlyLamp struct {
	Title       string    `json:"title"`
	OptionTitle string    `json:"optionTitle"`
	Place       string    `json:"place"`
	Until       time.Time `json:"until" doc:"End: midnight in Singapore after its last day"`
}

// FoundLampsPage shows FoundLampsData for the number of a link.
func (s *Service) FoundLampsPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	t, err := s.Accounts.LiveTicket(ctx, s.DB.Read(), account.TicketLamps, r.Query.Get("ticket"))
	if err != nil {
		return httpd.PageData{}, err
	}
	if t.Subject != "" {
		if err := s.Accounts.Codes().RememberLink(ctx, "lamp", t.Subject); err != nil {
			return httpd.PageData{}, err
		}
	}
	d, err := s.lampsOfNumber(ctx, t.Subject, r.Locale)
	return httpd.PageData{Data: d}, err
}

// lampsOfNumber lists the current lamps of the account that has verified a number (E.164), and of orders and imports
// with that number without an account.
func (s *Service) lampsOfNumber(ctx context.Context, mobile string, l locale.Locale) (*FoundLampsData, error) {
	r := s.DB.Read()
	out := &FoundLampsData{Items: []FoundLamp{}, Halls: []position.HallView{}, Early: []EarlyLamp{}}
	if mobile == "" {
		return out, nil
	}
	now := s.Clock.Now()
	add := func(lamp position.Lamp, rites []ceremony.Rite) {
		if lamp.State == position.Taken || lamp.State == position.Kept {
			out.Items = append(out.Items, FoundLamp{lamp.LampPlace, rites})
		}
	}
	u, found, err := account.OfMobile(ctx, r, mobile)
	if err != nil {
		return nil, err
	}
	if found {
		own, err := s.lamps(ctx, u.ID, l)
		if err != nil {
			return nil, err
		}
		for _, one := range own.Items {
			if one.Running != nil {
				one.Until = &one.Running.EndsAt
			}
			add(one.Lamp, one.Rites)
		}
		for _, v := range own.Early {
			if v.EndsAt.After(now) {
				out.Early = append(out.Early, EarlyLamp{v.Title, v.OptionTitle, v.Place, v.EndsAt})
			}
		}
	}
	guests, err := position.LampsOfGuest(ctx, r, now, mobile)
	if err != nil {
		return nil, err
	}
	rites, err := ceremony.RitesOfGuest(ctx, r, now, mobile, l)
	if err != nil {
		return nil, err
	}
	for _, lamp := range guests {
		add(lamp, newestRites(rites[lamp.ItemID]))
	}
	early, err := r.PositionEarlyOfGuest(ctx, query.PositionEarlyOfGuestParams{Mobile: mobile, Now: clock.MillisOf(now)})
	if err != nil {
		return nil, fmt.Errorf("lamps from before this site: %w", err)
	}
	for _, one := range early {
		title, option := locale.Text{EN: one.TitleEn, ZH: one.TitleZh}, locale.Text{EN: one.OptionTitleEn, ZH: one.OptionTitleZh}
		out.Early = append(out.Early, EarlyLamp{title.In(l), option.In(l), one.Place, one.UntilAt.Time().UTC()})
	}
	out.Halls, err = hallsOf(ctx, r, func(key string) bool {
		return slices.ContainsFunc(out.Items, func(one FoundLamp) bool { return one.Key == key })
	})
	return out, err
}
