package site

import (
	"context"
	"errors"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/httpd"
)

// gettingHere is the key of the page with full directions, if the temple has one.
const gettingHere = "getting-here"

// ContactData is the data of the contact page. Form is nil without a contact form.
type ContactData struct {
	Form       *form.Definition `json:"form" null:"true"`
	Hours      string           `json:"hours"`
	LunarDay   *lunarDay        `json:"lunarDay" null:"true"`
	WhatsApp   string           `json:"whatsApp"` // "": none
	Email      string           `json:"email"`
	Directions string           `json:"directions"`
	Way        *way             `json:"way" null:"true"`
}

// lunarDay is the next first or fifteenth day, if the temple has other hours then.
type lunarDay struct {
	Date  string `json:"date"` // ISO, in Singapore
	Lunar string `json:"lunar"`
	Hours string `json:"hours"`
}

type way struct {
	HTML          string `json:"html"`
	OtherLanguage bool   `json:"otherLanguage"`
}

// ContactPage builds the contact page.
func (s *Service) ContactPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	reader := s.DB.Read()
	site, err := content.Site(ctx, reader)
	if err != nil {
		return httpd.PageData{}, err
	}
	data := ContactData{
		Hours: site.Hours.In(r.Locale), LunarDay: s.nextLunarDay(site),
		WhatsApp: site.WhatsApp, Email: site.Email, Directions: site.Directions.In(r.Locale),
	}
	d, err := form.Latest(ctx, reader, form.Contact)
	switch {
	case err == nil:
		data.Form = &d
	case !errors.Is(err, fault.NotFound()):
		return httpd.PageData{}, err
	}
	p, err := content.Find(ctx, reader, r.Locale, gettingHere)
	switch {
	case err == nil:
		data.Way = &way{p.HTML, p.OtherLanguage}
	case !errors.Is(err, fault.NotFound()):
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: data, Description: s.Messages.T(r.Locale, "contact.description", nil)}, nil
}

func (s *Service) nextLunarDay(site content.Facts) *lunarDay {
	_, on, ok := lunar.NextObservance(lunar.DayOf(s.Clock.Now()))
	hours := site.HoursOn(on)
	if !ok || hours == "" {
		return nil
	}
	date, _ := lunar.FromSolar(on)
	return &lunarDay{on.String(), date.ChineseDay(), hours}
}
