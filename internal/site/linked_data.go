package site

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/ssr"
)

// thing is a schema.org node.
type thing map[string]any

// linkedData is a page's JSON-LD: the temple on pages about it, the event, the FAQ, and the breadcrumbs. Unknown facts
// are omitted.
func (s *Service) linkedData(d httpd.Document, doc *ssr.Document, site content.Facts) []byte {
	var graph []thing
	switch data := d.Data.(type) {
	case HomeData, ContactData:
		graph = append(graph, s.templeThing(d.Locale, doc, site))
		if d.ID == "home" {
			graph = append(graph, thing{
				"@type": "WebSite", "name": site.Name.In(d.Locale), "url": doc.Canonical, "inLanguage": d.Locale.Tag(), "publisher": thing{"@id": s.templeID()},
			})
		}
	case *event.Detail:
		graph = append(graph, s.eventThing(d.Locale, doc, site, data))
	case content.FAQ:
		if len(data.Items) > 0 {
			graph = append(graph, questionsThing(d.Locale, doc, data))
		}
	}
	if len(d.Crumbs) > 1 {
		graph = append(graph, s.crumbsThing(d, doc))
	}
	if len(graph) == 0 {
		return nil
	}
	b, err := json.Marshal(struct {
		Context string  `json:"@context"`
		Graph   []thing `json:"@graph"`
	}{"https://schema.org", graph})
	if err != nil {
		return nil // cannot fail: only texts and numbers
	}
	return b
}

// templeID is the temple's id in both languages' pages.
func (s *Service) templeID() string { return s.Base.String() + "/#temple" }

var everyDay = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

func (s *Service) templeThing(l locale.Locale, doc *ssr.Document, site content.Facts) thing {
	t := thing{
		"@type": "BuddhistTemple", "@id": s.templeID(), "name": site.Name.In(l),
		"url": s.absolute(l.Path("/")), "image": doc.Picture.URL, "logo": s.absolute("/icon-512.png"),
	}
	if other := site.Name.In(otherThan(l)); other != site.Name.In(l) {
		t["alternateName"] = other
	}
	if address := postalAddress(site.Address.In(l)); address != nil {
		t["address"] = address
	}
	if site.Phone != "" {
		t["telephone"] = telephone(site.Phone)
	}
	if site.Email != "" {
		t["email"] = site.Email
	}
	today := lunar.DayOf(s.Clock.Now())
	if week := regularHours(site, today); len(week) > 0 {
		t["openingHoursSpecification"] = week
	}
	if special := specialHours(site, today); len(special) > 0 {
		t["specialOpeningHoursSpecification"] = special
	}
	return t
}

// specialAhead is how many days ahead irregular hours are listed.
const specialAhead = 60

// regular are the weekly opening hours.
func regular(site content.Facts) content.Facts {
	site.Opening = slices.DeleteFunc(slices.Clone(site.Opening), func(l content.OpeningLine) bool { return !l.Regular() })
	return site
}

// regularHours groups weekdays with equal hours.
func regularHours(site content.Facts, today lunar.Day) (out []thing) {
	site = regular(site)
	days := map[content.Hours][]string{}
	var order []content.Hours
	monday := today.Add(-(int(today.Time(12, 0).In(clock.Singapore).Weekday()) + 6) % 7)
	for i, name := range everyDay {
		l, said := site.OpeningOn(monday.Add(i))
		if !said || l.Closed {
			continue
		}
		h := l.Hours()
		if days[h] == nil {
			order = append(order, h)
		}
		days[h] = append(days[h], name)
	}
	for _, h := range order {
		out = append(out, thing{"@type": "OpeningHoursSpecification", "dayOfWeek": days[h], "opens": h.Opens, "closes": h.Closes})
	}
	return out
}

// specialHours are the coming days with irregular hours. Closed is 00:00 to 00:00.
func specialHours(site content.Facts, today lunar.Day) (out []thing) {
	weekly := regular(site)
	for i := range specialAhead {
		day := today.Add(i)
		l, said := site.OpeningOn(day)
		usual, always := weekly.OpeningOn(day)
		if !said || l.Regular() || always && l.Closed == usual.Closed && l.Hours() == usual.Hours() {
			continue
		}
		h := l.Hours()
		if l.Closed {
			h = content.Hours{Opens: "00:00", Closes: "00:00"}
		}
		out = append(out, thing{
			"@type": "OpeningHoursSpecification", "validFrom": day.String(), "validThrough": day.String(), "opens": h.Opens, "closes": h.Closes,
		})
	}
	return out
}

var singaporePostcode = regexp.MustCompile(`\b\d{6}\b`)

// postalAddress is nil without an address. The country is Singapore.
func postalAddress(text string) thing {
	if text == "" {
		return nil
	}
	t := thing{"@type": "PostalAddress", "streetAddress": text, "addressLocality": "Singapore", "addressCountry": "SG"}
	if code := singaporePostcode.FindString(text); code != "" {
		t["postalCode"] = code
	}
	return t
}

// telephone adds the country code, which people in Singapore omit.
func telephone(phone string) string {
	if strings.HasPrefix(phone, "+") {
		return phone
	}
	return "+65 " + phone
}

func (s *Service) eventThing(l locale.Locale, doc *ssr.Document, site content.Facts, e *event.Detail) thing {
	at := func(t time.Time) string { return t.In(clock.Singapore).Format(time.RFC3339) }
	place := thing{"@type": "Place", "name": site.Name.In(l)}
	if e.Place != "" {
		place["name"] = e.Place + ", " + site.Name.In(l)
		if l == locale.ZH {
			place["name"] = site.Name.In(l) + e.Place
		}
	}
	if address := postalAddress(site.Address.In(l)); address != nil {
		place["address"] = address
	}
	status := "https://schema.org/EventScheduled"
	if e.Cancelled {
		status = "https://schema.org/EventCancelled"
	}
	return thing{
		"@type": "Event", "name": e.Title, "description": doc.Description, "startDate": at(e.StartsAt), "endDate": at(e.EndsAt),
		"eventStatus": status, "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
		"location": place, "image": []string{doc.Picture.URL}, "url": doc.Canonical, "inLanguage": l.Tag(),
		"organizer": thing{"@type": "BuddhistTemple", "@id": s.templeID(), "name": site.Name.In(l), "url": s.absolute(l.Path("/"))},
	}
}

func questionsThing(l locale.Locale, doc *ssr.Document, f content.FAQ) thing {
	var questions []thing
	for _, q := range f.Items {
		questions = append(questions, thing{
			"@type": "Question", "name": q.Question, "url": doc.Canonical + "#" + q.Key,
			"acceptedAnswer": thing{"@type": "Answer", "text": q.HTML},
		})
	}
	return thing{"@type": "FAQPage", "name": f.Title, "inLanguage": l.Tag(), "mainEntity": questions}
}

func (s *Service) crumbsThing(d httpd.Document, doc *ssr.Document) thing {
	var steps []thing
	for i, c := range d.Crumbs {
		address := doc.Canonical
		if i < len(d.Crumbs)-1 {
			if c.Href == "" {
				continue
			}
			address = s.absolute(c.Href)
		}
		steps = append(steps, thing{"@type": "ListItem", "position": len(steps) + 1, "name": c.Label, "item": address})
	}
	return thing{"@type": "BreadcrumbList", "itemListElement": steps}
}

func otherThan(l locale.Locale) locale.Locale {
	if l == locale.ZH {
		return locale.EN
	}
	return locale.ZH
}
