package site

import (
	"context"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/httpd"
)

// KioskData is the data of a kiosk's page.
type KioskData struct {
	Open bool         `json:"open" doc:"This browser is an open kiosk"`
	Hall *locale.Text `json:"hall,omitempty" doc:"Hall of the kiosk"`
}

// KioskPage is the page of a kiosk. Other browsers are told that they are not one.
func (s *Service) KioskPage(ctx context.Context, _ httpd.PageRequest) (httpd.PageData, error) {
	k, ok, err := position.KioskHere(ctx, s.DB.Read())
	if err != nil || !ok {
		return httpd.PageData{Data: KioskData{}}, err
	}
	return httpd.PageData{Data: KioskData{Open: true, Hall: &k.Hall}}, nil
}

// KioskPlace is a position, without its owner.
type KioskPlace struct {
	position.Place
	Units int64 `json:"units" doc:"Number of units in its row"`
}

// KioskFound is the answer of POST /api/kiosk/find.
type KioskFound struct {
	Items []KioskPlace        `json:"items"`
	Halls []position.HallView `json:"halls" doc:"Halls of the lamps"`
	Early []string            `json:"early" doc:"Positions known only in words"`
}

// FindAtKiosk shows the positions of a mobile number on a kiosk, without names and dates. Refusals: "kiosk-closed",
// "kiosk-busy", "mobile-invalid".
func (s *Service) FindAtKiosk(ctx context.Context, in *LampFindIn) (*KioskFound, error) {
	k, ok, err := position.KioskHere(ctx, s.DB.Read())
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.Invalid("kiosk-closed")
	}
	m, ok := account.ParseMobile(in.Body.Mobile)
	if !ok {
		return nil, fault.At("mobile", "mobile-invalid")
	}
	if err := position.CountKiosk(ctx, s.DB, s.Clock.Now(), k); err != nil {
		return nil, err
	}
	d, err := s.lampsOfNumber(ctx, m.E164, httpd.LocaleOf(ctx))
	if err != nil {
		return nil, err
	}
	out := &KioskFound{Items: []KioskPlace{}, Halls: d.Halls, Early: []string{}}
	for _, lamp := range d.Items {
		out.Items = append(out.Items, KioskPlace{lamp.Place, lamp.Units})
	}
	for _, one := range d.Early {
		out.Early = append(out.Early, one.Place)
	}
	if len(out.Items)+len(out.Early) == 0 {
		err = position.CountMiss(ctx, s.DB, s.Clock.Now(), k)
	}
	return out, err
}
