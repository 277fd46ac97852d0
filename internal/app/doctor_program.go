package app

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"shanmen"
	"shanmen/internal/platform/doctor"
)

// What only the serving program itself can report to the doctor.

// unreadiness has the message and the advice for each reason of /readyz.
var unreadiness = map[string]struct{ says, fix string }{
	reasonStopping:  {"it is stopping", "wait for it, and start it: systemctl start shanmen"},
	reasonDatabase:  {"its database does not answer within a second", "start the database; the program then goes on by itself"},
	reasonReplaced:  {"the database that it opened was deleted or replaced", "stop the program, put the database back, start it: systemctl start shanmen"},
	reasonFolder:    {"DATA_DIR is not the folder that it opened, or cannot be read", "stop the program, mount or put back DATA_DIR, start it: systemctl start shanmen"},
	reasonElsewhere: {"other replicas keep their files elsewhere", "start it again with their S3_URL"},
	reasonStorage:   {"pictures cannot be kept", "make room on the disk of DATA_DIR, or mend what S3_URL names; the program then goes on by itself"},
}

// ofItself is the serving program's report about itself.
func (a *App) ofItself(ctx context.Context) []doctor.Finding {
	var found []doctor.Finding
	add := func(check string, f doctor.Finding) {
		f.Check = check
		found = append(found, f)
	}
	for _, why := range a.notReady(ctx) {
		add("ready", doctor.Wrong(unreadiness[why].fix, "The program that serves is not ready (%s): %s.", why, unreadiness[why].says))
	}
	if a.nightFailed.Load() {
		add("backup", doctor.Wrong("shanmen backup", "Last night's backup failed; it is tried again each hour."))
	}
	if a.Outbox != nil {
		mails, texts := a.Outbox.PausedUntil()
		paused := func(check, what string, until time.Time) {
			if !until.IsZero() {
				add(check, doctor.Doubt("shanmen outbox list", "%s wait until %s, because the other side took none.", what, until.In(singapore).Format(shownTime)))
			}
		}
		paused("mail", "Mails", mails)
		paused("texts", "Texts", texts)
	}
	if len(found) == 0 {
		add("ready", doctor.Well("The program that serves is ready."))
	}
	return found
}

// doctorRoute tells a doctor that can read the same database how its request arrived and how the program is. Other
// callers get 404.
func (a *App) doctorRoute() {
	a.HTTP.Handle("GET "+doctor.Path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.DB == nil || !doctor.Proves(r.Header.Get(doctor.ProofHeader), a.DB.ID(), a.Clock.Now()) {
			http.NotFound(w, r)
			return
		}
		peer, trusted, visitor := a.HTTP.Arrival(r)
		arrived := doctor.Arrival{
			Peer: peer, Trusted: trusted, Visitor: visitor, Host: r.Host, Hops: []string{}, Build: shanmen.Build(), Findings: a.ofItself(r.Context()),
		}
		for _, hop := range strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",") {
			if hop = strings.TrimSpace(hop); hop != "" {
				arrived.Hops = append(arrived.Hops, hop)
			}
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(arrived)
	}))
}
