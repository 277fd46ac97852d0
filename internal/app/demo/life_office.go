package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/rites/ceremony"
)

// makeList creates a ceremony on the next fifteenth, which collects what is paid from then on.
func (l *Life) makeList(today lunar.Day) func(context.Context) error {
	return func(ctx context.Context) error { return l.makeListOf(ctx, nextFullMoon(today.Add(3))) }
}

// nextFullMoon is the first fifteenth of a lunar month from a day on.
func nextFullMoon(from lunar.Day) lunar.Day {
	for {
		what, day, ok := lunar.NextObservance(from)
		if !ok || what == lunar.FullMoon {
			return day
		}
		from = day.Add(1)
	}
}

func (l *Life) makeListOf(ctx context.Context, day lunar.Day) error {
	offerings, err := l.DB.Read().OfferingsAll(ctx)
	if err != nil {
		return fmt.Errorf("offerings: %w", err)
	}
	kinds := map[string]string{"light-lamp": "lamp", "peace": "living"}
	var sources []map[string]any
	for _, o := range offerings {
		if kind := kinds[o.Key]; kind != "" {
			sources = append(sources, map[string]any{"offeringId": o.ID, "kind": kind})
		}
	}
	starts := day.Time(10, 0)
	return act(l.as(ctx, l.Ritual), l.Ceremonies.Make, "", map[string]any{
		"title":   locale.Text{EN: "Prayers of the full moon", ZH: "十五祈福法会"},
		"gathers": ceremony.Bought, "script": "hans", "paper": true,
		"closesAt": starts.Add(-18 * hour),
		"sittings": []map[string]any{{"startsAt": starts, "endsAt": starts.Add(90 * time.Minute), "hall": "main-hall"}},
		"sources":  sources,
	})
}

// message is a visitor's message and the office's answer, if any.
type message struct {
	Language locale.Locale
	Values   json.RawMessage
	Answer   string
}

// writeMessage sends a message from the contact page; the office answers some hours later.
func (l *Life) writeMessage(number int) func(context.Context) error {
	return func(ctx context.Context) error {
		list, err := read[[]message]("messages.json")
		if err != nil {
			return err
		}
		return l.send(ctx, list[number])
	}
}

func (l *Life) send(ctx context.Context, w message) error {
	in := form.AwaitingIn{Took: time.Minute.Milliseconds()}
	in.Body.Form, in.Body.Values = form.Contact, w.Values
	sent, err := l.Forms.Await(httpd.As(ctx, httpd.Visitor{}, w.Language), &in)
	if err != nil || w.Answer == "" {
		return err
	}
	l.Clock.Advance(3 * hour)
	return act(l.as(ctx, l.Editor), l.Inbox.Answer, sent.ID, map[string]any{"body": w.Answer, "done": true})
}
