package site

import (
	"context"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/sales/subscription"
)

// LampsData is the positions of everything a member has paid for, with rites.
type LampsData struct {
	Items []LampView          `json:"items" doc:"Current lamps first, then ended ones"`
	Halls []position.HallView `json:"halls" doc:"Halls of the lamps"`
	Early []subscription.View `json:"early" doc:"Imported lamps whose position is known only in words"`
}

// LampView is one lamp or tablet of a member.
type LampView struct {
	position.Lamp
	Running *subscription.View `json:"running,omitempty" doc:"Running subscription"`
	Rites   []ceremony.Rite    `json:"rites" doc:"Future and past ceremonies, newest first"`
}

// mostRites is how many rites of a lamp are shown: two a month for a year.
const mostRites = 24

// Lamps answers GET /api/lamp.
func (s *Service) Lamps(ctx context.Context, _ *struct{}) (*LampsData, error) {
	return s.lamps(ctx, httpd.VisitorOf(ctx).UserID, httpd.LocaleOf(ctx))
}

// LampsPage shows the LampsData.
func (s *Service) LampsPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	d, err := s.lamps(ctx, r.Visitor.UserID, r.Locale)
	return httpd.PageData{Data: d}, err
}

func (s *Service) lamps(ctx context.Context, userID string, l locale.Locale) (*LampsData, error) {
	r := s.DB.Read()
	lamps, err := position.LampsOf(ctx, r, s.Clock.Now(), userID)
	if err != nil {
		return nil, err
	}
	running, err := s.Subscriptions.Of(ctx, userID, l)
	if err != nil {
		return nil, err
	}
	rites, err := ceremony.RitesOf(ctx, r, s.Clock.Now(), userID, l)
	if err != nil {
		return nil, err
	}
	out := &LampsData{Items: []LampView{}, Halls: []position.HallView{}, Early: []subscription.View{}}
	halls := map[string]bool{}
	placed := map[string]bool{}
	for _, lamp := range lamps {
		one := LampView{Lamp: lamp, Rites: rites[lamp.ItemID]}
		if lamp.SubscriptionID != "" {
			one.Rites = rites[lamp.SubscriptionID]
			for i := range running.Items {
				if running.Items[i].ID == lamp.SubscriptionID {
					one.Running = &running.Items[i]
				}
			}
		}
		one.Rites = newestRites(one.Rites)
		out.Items = append(out.Items, one)
		halls[lamp.Key], placed[lamp.SubscriptionID] = true, true
	}
	for _, v := range running.Items {
		if v.Place != "" && !placed[v.ID] {
			out.Early = append(out.Early, v)
		}
	}
	out.Halls, err = hallsOf(ctx, r, func(key string) bool { return halls[key] })
	return out, err
}

// newestRites selects the rites of a lamp to show.
func newestRites(all []ceremony.Rite) []ceremony.Rite {
	return append([]ceremony.Rite{}, all[:min(len(all), mostRites)]...)
}

// hallsOf lists the halls with the given keys, in the temple's order.
func hallsOf(ctx context.Context, r db.Reader, wanted func(key string) bool) ([]position.HallView, error) {
	all, err := position.HallsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	out := []position.HallView{}
	for _, h := range all.Items {
		if wanted(h.Key) {
			out = append(out, h)
		}
	}
	return out, nil
}
