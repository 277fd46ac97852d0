package app

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/wneessen/go-mail"

	"shanmen/internal/app/demo"
	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// A demonstration is marked in its database permanently: only there can staff log in without a second factor, and every
// page says that it is a demonstration.
const demoSetting = "demo"

const (
	demoMobile         = "+6591234567"
	demoMemberPassword = "lotus-lamp-88"
	demoStaffPassword  = "temple-office-2026"
)

var demoRoles = []string{"counter", "treasurer", "editor", "ritual", "admin"}

const demoWelcome = `
  This is a demonstration. Nothing in it is real, and mails and text messages stay here:
    outbox     /demo/outbox
    member     mobile 9123 4567      password ` + demoMemberPassword + `
    office     /admin with treasurer@temple.example (or counter@, editor@, ritual@, admin@)
               password ` + demoStaffPassword + `

`

// demoPeople are the accounts created with a demonstration, by role. The member has none.
type demoPeople map[string]httpd.Visitor

// SeedDemo fills an empty database with the demonstration temple. On a database that is a demonstration already it does
// nothing and returns no accounts. Any other database is refused: its people are real.
func SeedDemo(ctx context.Context, d *db.DB, clk clock.Clock, light bool) (made demoPeople, err error) {
	d = d.WithClock(clk)
	switch _, err := d.Read().Setting(ctx, demoSetting); {
	case err == nil:
		return nil, nil
	case !errors.Is(err, db.ErrNoRows):
		return nil, err
	}
	settings, err := d.Read().Settings(ctx)
	if err != nil {
		return nil, err
	}
	users, err := d.Read().HasUsers(ctx)
	if err != nil {
		return nil, err
	}
	if len(settings) > 0 || users > 0 {
		return nil, errors.New("--demo on a database that is not a demonstration: start without --demo, or with another DATA_DIR or DATABASE_URL")
	}
	policies, err := account.PoliciesNow(ctx, d.Read())
	if err != nil {
		return nil, err
	}
	people := []account.NewUser{{
		Name: "Tan Bee Leng", ChineseName: "陈美玲", Mobile: demoMobile, Email: "member@temple.example",
		Password: demoMemberPassword, Locale: locale.EN, Member: true, Policies: policies.String(),
	}}
	for _, role := range demoRoles {
		people = append(people, account.NewUser{
			Name: strings.ToUpper(role[:1]) + role[1:], Email: role + "@temple.example",
			Password: demoStaffPassword, Locale: locale.EN, Roles: []string{role},
		})
	}
	accounts := &account.Service{DB: d, Clock: clk, LightPasswords: light}
	var creates []func(context.Context, *db.Tx) (string, error)
	for _, p := range people {
		create, err := accounts.PrepareUser(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("demonstration account %s: %w", p.Name, err)
		}
		creates = append(creates, create)
	}
	// One transaction, because the next start would take half a demonstration for a real temple. The mark is written
	// first: of replicas that start together, the second waits for it and then does nothing.
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		made = nil
		if n, err := tx.AddSetting(ctx, query.AddSettingParams{Key: demoSetting, Value: "1"}); err != nil || n == 0 {
			return err
		}
		made = demoPeople{}
		if err := demo.Seed(ctx, tx, clk.Now()); err != nil {
			return fmt.Errorf("demonstration: %w", err)
		}
		for i, create := range creates {
			id, err := create(ctx, tx)
			if err != nil {
				return fmt.Errorf("demonstration account: %w", err)
			}
			made[strings.Join(people[i].Roles, "")] = httpd.Visitor{UserID: id, Name: people[i].Name, Roles: people[i].Roles}
		}
		return nil
	})
	return made, err
}

// demoRoutes show sent messages. They exist only in a demonstration.
func (a *App) demoRoutes() {
	a.HTTP.Handle("GET /demo/outbox", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", demoCSP)
		if err := demoOutboxPage.Execute(w, a.sentMessages()); err != nil && !httpd.Gone(r.Context()) {
			a.Log.Error("demonstration outbox", "error", err)
		}
	}))
	a.HTTP.Handle("GET /demo/outbox/{mail}/{file}", http.HandlerFunc(a.demoAttachment))
}

type sentMessage struct {
	ID, To, Subject, Body string
	// Letter is the HTML that a mail program would show.
	Letter      template.HTML
	Attachments []string
}

// Links are the parts of a text, with links for URLs.
func (m sentMessage) Links() []textPart {
	var parts []textPart
	from := 0
	for _, at := range webAddress.FindAllStringIndex(m.Body, -1) {
		parts = append(parts, textPart{Text: m.Body[from:at[0]]}, textPart{Text: m.Body[at[0]:at[1]], Link: true})
		from = at[1]
	}
	return append(parts, textPart{Text: m.Body[from:]})
}

type textPart struct {
	Text string
	Link bool
}

var (
	webAddress = regexp.MustCompile(`https?://[!-~]+`)
	pictures   = regexp.MustCompile(`src="cid:(\w+)"`)
	letterBody = regexp.MustCompile(`(?s)<body[^>]*>(.*)</body>`)
)

// sentMessages lists the newest 50 mails and SMS in the data folder, newest first.
func (a *App) sentMessages() []sentMessage {
	var out []sentMessage
	var names []string
	for _, dir := range []string{"mail", "sms"} {
		entries, err := os.ReadDir(filepath.Join(a.Config.DataDir, dir))
		if err != nil {
			continue // nothing has been sent yet
		}
		for _, e := range entries {
			names = append(names, e.Name()+"\x00"+dir)
		}
	}
	slices.Sort(names) // names are UUIDv7: in order of time
	slices.Reverse(names)
	for _, n := range names[:min(len(names), 50)] {
		name, dir, _ := strings.Cut(n, "\x00")
		b, err := os.ReadFile(filepath.Join(a.Config.DataDir, dir, name))
		if err != nil {
			continue
		}
		if dir == "sms" {
			to, body, _ := strings.Cut(string(b), "\n")
			out = append(out, sentMessage{ID: name, To: to, Subject: "SMS", Body: strings.TrimSpace(body)})
			continue
		}
		out = append(out, readMail(name, string(b)))
	}
	return out
}

func readMail(name, raw string) sentMessage {
	m := sentMessage{ID: strings.TrimSuffix(name, ".eml")}
	msg, err := mail.EMLToMsgFromString(raw)
	if err != nil {
		m.Body = raw
		return m
	}
	m.To = strings.Join(msg.GetToString(), ", ")
	if s := msg.GetGenHeader(mail.HeaderSubject); len(s) > 0 {
		m.Subject = s[0]
		if plain, err := new(mime.WordDecoder).DecodeHeader(s[0]); err == nil {
			m.Subject = plain
		}
	}
	for _, part := range msg.GetParts() {
		b, err := part.GetContent()
		if err != nil {
			continue
		}
		switch part.GetContentType() {
		case mail.TypeTextPlain:
			m.Body = string(b)
		case mail.TypeTextHTML:
			if body := letterBody.FindSubmatch(b); body != nil {
				// The outbox wrote this HTML and escaped all typed text; the page runs no scripts.
				m.Letter = template.HTML(pictures.ReplaceAllString(string(body[1]), `src="/demo/outbox/`+m.ID+`/$1.png"`)) // as above
			}
		}
	}
	for _, f := range msg.GetAttachments() {
		m.Attachments = append(m.Attachments, f.Name)
	}
	return m
}

func (a *App) demoAttachment(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("mail")
	if strings.ContainsAny(id, `/\.`) {
		http.NotFound(w, r)
		return
	}
	b, err := os.ReadFile(filepath.Join(a.Config.DataDir, "mail", id+".eml"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	msg, err := mail.EMLToMsgFromString(string(b))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	for _, f := range append(msg.GetAttachments(), msg.GetEmbeds()...) {
		if f.Name != r.PathValue("file") {
			continue
		}
		w.Header().Set("Content-Type", mime.TypeByExtension(filepath.Ext(f.Name)))
		w.Header().Set("Cache-Control", "no-store")
		if _, err := f.Writer(w); err != nil && !errors.Is(err, io.EOF) {
			a.Log.Debug("demonstration attachment", "error", err)
		}
		return
	}
	http.NotFound(w, r)
}
