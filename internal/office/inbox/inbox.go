// Package inbox is where the office reads and answers the messages of visitors.
//
// An answer is one transaction: lock the message's row, refuse a writer who has not seen a colleague's change (rev),
// write the answer, and queue the mail or SMS for 30 seconds later. Undoing withdraws the job by the answer's id. The
// delivery state of an answer is read from the outbox; nothing is stored for it. An SMS has at most two parts, counted
// by outbox and by the browser with the same rule (web/src/domain/sms.ts). An export pages by key, so that none is
// skipped.
package inbox

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/office/claim"
	"shanmen/internal/office/export"
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// Service answers the calls about messages.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
	Staff    *staff.Service
	Forms    *form.Service
	Messages *locale.Messages
	Base     *url.URL // of the site, for links that are shown
	Claims   *claim.Service
	Tables   *export.Service
}

// How an answer reaches the sender.
const (
	byMail = "mail"
	bySMS  = "sms"
	byNone = "none"
)

// The maximum lengths of answers and notes in characters, and the maximum parts of an SMS.
const (
	longestAnswer = 10_000
	mostParts     = 2
)

// answerBackFor is the delay before an answer is sent, during which it can be withdrawn.
const answerBackFor = 30 * time.Second

// EntryMessage is an answer or an internal note.
type EntryMessage struct {
	ID        string         `json:"id"`
	Kind      string         `json:"kind" enum:"answer,note"`
	Channel   string         `json:"channel,omitempty" enum:"mail,sms"`
	Locale    string         `json:"locale" enum:"en,zh"`
	Body      string         `json:"body"`
	By        form.Colleague `json:"by"`
	At        time.Time      `json:"at"`
	BackUntil *time.Time     `json:"backUntil,omitempty" doc:"Until when the user can undo it"`
	TakenBack bool           `json:"takenBack" doc:"The answer was undone before it was sent"`
	Letter    *AnswerLetter  `json:"letter,omitempty" doc:"Delivery state of an answer that was not undone"`
}

// AnswerText is a saved reply in both languages, with the sender's name filled in.
type AnswerText struct {
	Key   string      `json:"key"`
	Title string      `json:"title"`
	Text  locale.Text `json:"text"`
}

// Frame is the greeting and closing around an answer.
type Frame struct {
	Subject string `json:"subject,omitempty"`
	Before  string `json:"before"`
	After   string `json:"after"`
}

// EntryDetail is everything needed to answer a message.
type EntryDetail struct {
	form.InboxRow
	Reach      string           `json:"reach" enum:"mail,sms,none" doc:"How an answer is sent: by mail if an address was given, otherwise by text"`
	Email      string           `json:"email,omitempty"`
	Mobile     string           `json:"mobile,omitempty"`
	Links      *chat.Links      `json:"links,omitempty" doc:"Links to call or message the sender"`
	Member     bool             `json:"member" doc:"The sender was logged in as a member"`
	Messages   []EntryMessage   `json:"messages"`
	Texts      []AnswerText     `json:"texts"`
	Frame      Frame            `json:"frame" doc:"Greeting and closing added to an answer, in the sender's language"`
	MostParts  int              `json:"mostParts" doc:"Maximum number of SMS segments of an answer"`
	Colleagues []form.Colleague `json:"colleagues" doc:"Colleagues to whom it can be assigned"`
	KeptUntil  time.Time        `json:"keptUntil" doc:"When it will be erased, unless another message is added"`
}

// keptFor is the retention period of messages.
const keptFor = 730 * 24 * time.Hour

// Entry answers with a message, its answers and notes.
func (s *Service) Entry(ctx context.Context, in *httpd.ByID) (*EntryDetail, error) {
	return s.entry(ctx, s.DB.Read(), in.ID)
}

func (s *Service) entry(ctx context.Context, r db.Reader, id string) (*EntryDetail, error) {
	e, err := r.Entry(ctx, id)
	if err != nil {
		return nil, db.NotFound(err)
	}
	names := map[string]string{}
	row, err := s.Forms.Row(ctx, r, e, names)
	if err != nil {
		return nil, err
	}
	out := &EntryDetail{InboxRow: row, Member: e.UserID != nil, MostParts: mostParts, KeptUntil: row.LastAt.Add(keptFor)}
	to, err := form.ReachOf(e)
	if err != nil {
		return nil, err
	}
	out.Email, out.Mobile, out.Reach = to.Mail, to.Mobile.E164, s.reach(to)
	temple, err := content.Sender(ctx, r, s.Base)
	if err != nil {
		return nil, err
	}
	out.Links = chat.To(s.Messages, temple, chat.Person{Of: "message:" + e.Reference, Number: out.Mobile, Name: row.Name, Chinese: row.Name, Locale: locale.Locale(e.Locale)},
		chat.Message, map[string]any{"reference": e.Reference})
	out.Frame = s.frame(temple, out.Reach, locale.Locale(e.Locale), e.Reference)
	if out.Texts, err = answerTexts(ctx, r, httpd.LocaleOf(ctx), row.Name); err != nil {
		return nil, err
	}
	if out.Messages, err = s.entryMessages(ctx, r, id); err != nil {
		return nil, err
	}
	out.Colleagues, err = s.colleagues(ctx)
	return out, err
}

func (s *Service) reach(to form.Reach) string {
	switch {
	case to.Mail != "":
		return byMail
	case to.Mobile.E164 != "" && s.Accounts.Texts(to.Mobile):
		return bySMS
	}
	return byNone
}

// frame is what the outbox will add around an answer.
func (s *Service) frame(temple outbox.Temple, reach string, l locale.Locale, reference string) Frame {
	params := temple.Says(s.Messages, l)
	params["reference"], params["text"] = reference, "\x00"
	if reach == bySMS {
		before, after, _ := strings.Cut(s.Messages.T(l, "sms.entry-answer", params), "\x00")
		return Frame{Before: before, After: after}
	}
	before, after, _ := strings.Cut(s.Messages.T(l, "mail.entry-answer.body", params), "\x00")
	return Frame{s.Messages.T(l, "mail.entry-answer.subject", params), before, after + "\n\n" + outbox.Signature(s.Messages, l, params)}
}

// answerTexts lists the saved replies in order.
func answerTexts(ctx context.Context, r db.Reader, l locale.Locale, name string) ([]AnswerText, error) {
	rows, err := r.AnswerTexts(ctx)
	if err != nil {
		return nil, fmt.Errorf("texts of answers: %w", err)
	}
	out := make([]AnswerText, 0, len(rows))
	named := strings.NewReplacer("{name}", name)
	for _, a := range rows {
		out = append(out, AnswerText{a.Key, locale.Text{EN: a.TitleEn, ZH: a.TitleZh}.In(l), locale.Text{EN: named.Replace(a.TextEn), ZH: named.Replace(a.TextZh)}})
	}
	return out, nil
}

func (s *Service) entryMessages(ctx context.Context, r db.Reader, id string) ([]EntryMessage, error) {
	rows, err := r.EntryMessages(ctx, id)
	if err != nil {
		return nil, err
	}
	letters, err := entryLetters(ctx, r, id, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	out := make([]EntryMessage, 0, len(rows))
	for _, m := range rows {
		name, err := account.NameOf(ctx, r, m.ByID)
		if err != nil {
			return nil, err
		}
		one := EntryMessage{
			ID: m.ID, Kind: m.Kind, Channel: m.Channel, Locale: m.Locale, Body: m.Body, By: form.Colleague{ID: m.ByID, Name: name}, At: m.At.Time(), TakenBack: m.BackAt != 0,
		}
		if s.canTakeBack(ctx, m) {
			until := m.At.Time().Add(answerBackFor)
			one.BackUntil = &until
		}
		if m.Kind == "answer" && m.BackAt == 0 {
			letter, ok := letters[m.ID]
			if !ok {
				letter.State = "forgotten"
			}
			one.Letter = &letter
		}
		out = append(out, one)
	}
	return out, nil
}

func (s *Service) canTakeBack(ctx context.Context, m query.EntryMessage) bool {
	return m.Kind == "answer" && m.BackAt == 0 && m.ByID == audit.Actor(ctx) && s.Clock.Now().Before(m.At.Time().Add(answerBackFor))
}

// inboxRoles are the roles that read messages, besides administrators.
var inboxRoles = []string{"editor", "counter", "admin"}

// colleagues lists the staff who can be assigned a message.
func (s *Service) colleagues(ctx context.Context) ([]form.Colleague, error) {
	all, err := s.Staff.List(ctx, nil)
	if err != nil {
		return nil, err
	}
	out := []form.Colleague{}
	for _, m := range all.Staff {
		if m.Active && slices.ContainsFunc(m.Roles, func(r string) bool { return slices.Contains(inboxRoles, r) }) {
			out = append(out, form.Colleague{ID: m.ID, Name: m.Name})
		}
	}
	return out, nil
}

// tooManyParts returns whether an SMS answer is too long.
func tooManyParts(f Frame, text string) bool { return outbox.Parts(f.Before+text+f.After) > mostParts }
