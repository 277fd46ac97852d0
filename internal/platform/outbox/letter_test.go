package outbox

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wneessen/go-mail"

	"shanmen/internal/base/locale"
)

// kept collects the mails instead of a server.
type kept struct{ msg *mail.Msg }

func (k *kept) Send(_ context.Context, m *mail.Msg) error {
	k.msg = m
	return nil
}

var tag = regexp.MustCompile(`<[^>]*>`)

// htmlOf is the HTML of a mail, and what its reader sees.
func htmlOf(t *testing.T, m *mail.Msg) (whole, seen string) {
	t.Helper()
	for _, p := range m.GetParts() {
		if p.GetContentType() == mail.TypeTextHTML {
			raw, err := p.GetContent()
			if err != nil {
				t.Fatal(err)
			}
			return string(raw), tag.ReplaceAllString(string(raw), " ")
		}
	}
	t.Fatal("no HTML")
	return "", ""
}

func TestAMailShowsItsOrderAndAButtonInsteadOfAURL(t *testing.T) {
	t.Parallel()
	for l, says := range map[locale.Locale]struct{ template, button, alt string }{
		locale.EN: {"order-received-cash", "Show the code", "QR code of the payment reference ABCDEFGH23"},
		locale.ZH: {"order-received-cash", "查看二维码", "付款参考编号ABCDEFGH23的二维码"},
	} {
		box := &kept{}
		m := mailerTo(t, "smtp://localhost:25")
		m.Transport = box
		m.Seal = []byte("png of the seal")
		m.Temple = func(context.Context) (Temple, error) {
			return Temple{Base: m.Base, Name: locale.Text{EN: "Bo Hua Temple", ZH: "菠华寺"}}, nil
		}
		m.Orders = func(_ context.Context, id string, _ locale.Locale) (*Order, error) {
			if id != "v1" {
				t.Errorf("asked for %q", id)
			}
			return &Order{
				Number: "INV-2026-000252", Total: "S$128.00", Reference: "ABCDEFGH23", Code: []byte("png of the code"),
				Lines: []OrderLine{{Title: "Tablet <one>", Amount: "S$128.00", Groups: []OrderGroup{
					{Word: "Departed", Departed: true, People: []OrderPerson{{"陈公大文", "Father"}}},
					{Word: "Dedicated by", People: []OrderPerson{{"陈𠮷䶮", ""}}},
				}}},
			}, nil
		}
		raw, _ := json.Marshal(Mail{
			To: "a@example.sg", Name: "Tan", Locale: l, Template: says.template, Order: "v1",
			Params: map[string]string{"number": "INV-2026-000252", "reference": "ABCDEFGH23", "amount": "S$128.00", "until": "30 November 2026", "link": l.Path("/member/profile/invoices/v1")},
		})
		if err := m.Handle(t.Context(), "job", raw); err != nil {
			t.Fatal(err)
		}
		whole, seen := htmlOf(t, box.msg)
		for _, want := range []string{"INV-2026-000252", "Tablet &lt;one&gt;", "Departed", "陈公大文", "Father", "Dedicated by", "陈𠮷䶮", says.button, "Bo Hua Temple", "菠华寺"} {
			if !strings.Contains(seen, want) {
				t.Errorf("%s: a reader does not see %q:\n%s", l, want, seen)
			}
		}
		if strings.Contains(seen, "http") {
			t.Errorf("%s: a reader sees an address:\n%s", l, seen)
		}
		for _, want := range []string{`href="https://temple.example` + l.Path("/member/profile/invoices/v1") + `"`, `href="https://temple.example` + l.Path("/contact-us") + `"`, `src="cid:seal"`, `src="cid:code"`, `alt="` + says.alt + `"`} {
			if !strings.Contains(whole, want) {
				t.Errorf("%s: the letter lacks %s", l, want)
			}
		}
		if strings.Contains(whole, "<style") || strings.Contains(whole, "class=") {
			t.Errorf("%s: a style that mail programs do not read", l)
		}
		var wire bytes.Buffer
		if _, err := box.msg.WriteTo(&wire); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Content-Id: <seal>", "Content-Id: <code>", "multipart/related"} {
			if !strings.Contains(wire.String(), want) {
				t.Errorf("%s: the message lacks %s", l, want)
			}
		}
		if text, _ := box.msg.GetParts()[0].GetContent(); !strings.Contains(string(text), "https://temple.example"+l.Path("/member/profile/invoices/v1")) {
			t.Errorf("%s: the plain text lost its address", l)
		}
	}
}

// Whatever the mail's text, an address in it becomes a button, and the text around it is still readable.
func TestURLsBecomeButtonsInMails(t *testing.T) {
	t.Parallel()
	for para, want := range map[string]string{
		"Your order:\nhttps://a.example/1":                                 "Your order:",
		"Please sign in with your password: https://a.example/1":           "Please sign in with your password:",
		"请在这里登录：https://a.example/1":                                       "请在这里登录：",
		"open it:\nhttps://a.example/1\n\n":                                "open it:",
		"Does it agree?":                                                   "Does it agree?",
		"You find it here:\nhttps://a.example/1\nPlease call us otherwise": "You find it here:\nPlease call us otherwise",
	} {
		text, links := withoutLinks(para)
		if text != want || strings.Contains(para, "http") != (len(links) == 1 && links[0] == "https://a.example/1") {
			t.Errorf("%q: %q, %v", para, text, links)
		}
	}
}

// A button's label is a few words; the text that introduces it stays a sentence of the mail.
func TestEveryMailWithALinkHasAButtonLabel(t *testing.T) {
	t.Parallel()
	m := mailerTo(t, "smtp://localhost:25").Messages
	link := regexp.MustCompile(`\{(path|link|photo)\}`)
	for _, l := range locale.All {
		for key, body := range m.All(l) {
			template, is := strings.CutSuffix(key, ".body")
			if !is || !strings.HasPrefix(key, "mail.") {
				continue
			}
			label := m.All(l)[template+".button"]
			if link.MatchString(body) != (label != "") {
				t.Errorf("%s: %s has the button %q", l, template, label)
			}
			if n := utf8.RuneCountInString(label); n > 26 || l == locale.ZH && n > 10 {
				t.Errorf("%s: %s has the long button %q", l, template, label)
			}
		}
	}
	whole := letterHTML(m, locale.EN, "Please confirm", "Please open this link. It is valid for 3 days:\nhttps://a.example/1", "Confirm", "Temple", nil, "https://a.example")
	for _, want := range []string{"Please open this link. It is valid for 3 days:</p>", ">Confirm</a>"} {
		if !strings.Contains(whole, want) {
			t.Errorf("the letter lacks %s:\n%s", want, whole)
		}
	}
}

func TestAMailAboutNoOrderShowsNoOrder(t *testing.T) {
	t.Parallel()
	box := &kept{}
	m := mailerTo(t, "smtp://localhost:25")
	m.Transport = box
	m.Orders = func(context.Context, string, locale.Locale) (*Order, error) { return nil, nil }
	if err := m.Handle(t.Context(), "job", receiptMail("a@example.sg")); err != nil {
		t.Fatal(err)
	}
	if whole, seen := htmlOf(t, box.msg); strings.Contains(whole, "cid:code") || strings.Contains(seen, "合计") {
		t.Errorf("an order from nowhere:\n%s", seen)
	}
}
