// Package chat builds the links by which the office calls a person or opens WhatsApp, with a prepared text in the
// person's language. The program itself sends nothing.
package chat

import (
	"cmp"
	"maps"
	"net/url"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/outbox"
)

// The subjects of a chat text.
const (
	Hello       = "hello"       // a general greeting
	Order       = "order"       // {number}
	Unpaid      = "unpaid"      // {number}, {amount}
	Unclear     = "unclear"     // an unreadable screenshot: {number}
	Rejected    = "rejected"    // {number}, {reason}
	Renewal     = "renewal"     // {title}, {date}
	Undelivered = "undelivered" // an undelivered letter
	Names       = "names"       // {number}
	Message     = "message"     // a message to the office: {reference}
	Late        = "late"        // {amount}
)

// Abouts lists all of them, in the order of the settings screen.
var Abouts = []string{Hello, Order, Unpaid, Unclear, Rejected, Renewal, Undelivered, Names, Message, Late}

// Key is the message key of the text.
func Key(about string) string { return "chat." + about }

// Person is the recipient.
type Person struct {
	Of            string // the audit subject, kind:id
	Number        string // E.164; "" if unknown
	Name, Chinese string
	Locale        locale.Locale // the person's language
}

// Links are the call and WhatsApp links to a telephone number.
type Links struct {
	Of       string `json:"of" doc:"Subject for the audit log, kind:id"`
	About    string `json:"about" enum:"hello,order,unpaid,unclear,rejected,renewal,undelivered,names,message,late" doc:"Subject of the prepared message"`
	Number   string `json:"number" doc:"Number to call, E.164"`
	WhatsApp string `json:"whatsApp,omitempty" doc:"WhatsApp link with the prepared message; absent for numbers that are not mobile"`
}

// To builds a person's links, or nil without a number. params fill the text's placeholders besides person and temple.
func To(m *locale.Messages, temple outbox.Temple, p Person, about string, params map[string]any) *Links {
	if p.Number == "" {
		return nil
	}
	out := &Links{Of: p.Of, About: about, Number: p.Number}
	mobile, ok := account.ParseMobile(p.Number)
	if !ok {
		return out
	}
	l, known := locale.Parse(string(p.Locale))
	if !known {
		l = locale.EN
	}
	words := temple.Says(m, l)
	words["name"] = cmp.Or(locale.Text{EN: p.Name, ZH: p.Chinese}.In(l), m.T(l, "chat.nameless", nil))
	maps.Copy(words, params)
	text := strings.ReplaceAll(url.QueryEscape(m.T(l, Key(about), words)), "+", "%20") // some apps show "+" literally
	out.WhatsApp = "https://wa.me/" + strings.TrimPrefix(mobile.E164, "+") + "?text=" + text
	return out
}
