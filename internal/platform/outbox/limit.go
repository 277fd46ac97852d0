package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Limit is a limit of letters that the office can set.
type Limit struct {
	Key                  string // of the setting
	Default, Least, Most int
}

// Limits of SMS caused by visitors. SMS of the office and of jobs are counted but not refused.
var (
	TextsADay      = Limit{"texts-day", 1000, 10, 100_000}      // in total; further ones wait for the next day
	TextsAPerson   = Limit{"texts-person-day", 10, 1, 100}      // per number, and per causing member
	TextsAnAddress = Limit{"texts-address-day", 20, 1, 1000}    // per network address
	TextsByGuests  = Limit{"texts-guests-day", 50, 0, 1000}     // to unverified numbers
	CodesAnHour    = Limit{"texts-codes-hour", 300, 10, 10_000} // to numbers of one country
)

// Limits lists all of them.
var Limits = []Limit{TextsADay, TextsAPerson, TextsAnAddress, TextsByGuests, CodesAnHour}

const (
	mailCodesAnHour   = 1000
	mailsAPerson      = 50  // per day
	mailsAnAddress    = 100 // per day
	guestTextsANumber = 3   // per day
	guestTextsFromOne = 5   // per day and network address
	matterWindow      = 10 * time.Minute
	day               = 24 * time.Hour
)

// warnings are notices that warn an account's owner of a change. They are unlimited: otherwise an attacker in the
// session could use the limit up first.
var warnings = map[string]bool{
	"password-changed": true, "mobile-changed": true, "address-changed": true, "factor-changed": true,
	"passkey-added": true, "recovery-code-used": true, "ticket-issued": true, "account-closing": true, "account-kept": true,
}

// MailLane is the prefix of the lanes of codes by mail.
const MailLane = "mail"

// Code marks a letter that carries a code, or replaces one. Its caller has checked the visitor's limits.
type Code struct {
	Lane  string `json:"lane"`            // its hourly limit: starts with MailLane, or is a country
	Known bool   `json:"known,omitempty"` // requested from a browser known to the account: never held back
}

// cause is the visitor who caused a letter, as limit keys. Letters of the office or of jobs have none.
type cause struct {
	User     string   `json:"user,omitempty"` // "" for a guest
	Networks []string `json:"networks"`       // narrowest first
}

func causeOf(ctx context.Context) *cause {
	v, ip := httpd.VisitorOf(ctx), httpd.ClientIP(ctx)
	if ip == "" || v.Staff() || v.PendingID != "" {
		return nil
	}
	c := &cause{User: v.UserID}
	for _, network := range httpd.Networks(ip) {
		c.Networks = append(c.Networks, id.Hash("letters from "+network))
	}
	return c
}

// letter is the input of the limits.
type letter struct {
	To       string `json:"to"`
	Template string `json:"template"`
	Code     *Code  `json:"code"`
	Cause    *cause `json:"cause"`
}

// postponedError postpones a job to a time.
type postponedError struct{ until time.Time }

func (l postponedError) Error() string { return "as many texts as are allowed in a day have left" }

// errHeldBack refuses a letter permanently.
var errHeldBack = errors.New("beyond a limit")

// admit counts a letter about to be sent. At a limit it fails with errHeldBack or postponedError. A letter is counted
// at its first try only; after a worker's crash it is still sent.
func (w *Worker) admit(ctx context.Context, j query.ClaimJobsRow) error {
	if j.Kind != KindMail && j.Kind != KindSMS || j.Attempts > 1 {
		return nil
	}
	var l letter
	if err := json.Unmarshal([]byte(j.Args), &l); err != nil {
		return nil // its handler reports it
	}
	now := w.Clock.Now()
	verdict, err := db.WriteValue(ctx, w.DB, func(ctx context.Context, tx *db.Tx) (error, error) {
		set, err := limitsOf(ctx, tx)
		if err != nil {
			return nil, err
		}
		c := counter{tx: tx, now: now}
		switch {
		case l.Code != nil:
			over := c.over(ctx, "codes "+l.Code.Lane, set.codes(l.Code.Lane), time.Hour)
			if j.Kind == KindSMS {
				c.over(ctx, "texts in all", set.of(TextsADay), day)
			}
			return c.verdict(over && !l.Code.Known), c.err
		case l.Cause != nil && c.beyond(ctx, j, l, set):
			return errHeldBack, c.err
		case j.Kind == KindSMS && c.over(ctx, "texts in all", set.of(TextsADay), day):
			return postponedError{now.Add(time.Duration(c.wait) * time.Second)}, c.err
		}
		return nil, c.err
	})
	if err != nil {
		return fmt.Errorf("limits of letters: %w", err)
	}
	if errors.Is(verdict, errHeldBack) {
		w.Log.Info("letter not sent: beyond a limit", "kind", j.Kind, "id", j.ID, "template", l.Template)
	}
	return verdict
}

// beyond counts a letter caused by a visitor, and returns whether it exceeds a limit.
func (c *counter) beyond(ctx context.Context, j query.ClaimJobsRow, l letter, set settings) bool {
	matter := l.Template
	to := id.Hash(j.Kind + " to " + l.To)
	if j.Kind == KindMail { // mails about two orders differ; a second SMS costs money in any case
		matter = id.Hash(j.Args)
	}
	if c.over(ctx, "letter "+to+" "+matter, 1, matterWindow) {
		return true
	}
	if warnings[l.Template] {
		return false
	}
	person, address := int64(mailsAPerson), int64(mailsAnAddress)
	if j.Kind == KindSMS {
		person, address = set.of(TextsAPerson), set.of(TextsAnAddress)
		if l.Cause.User == "" {
			person, address = min(person, guestTextsANumber), min(address, guestTextsFromOne)
		}
	}
	for i, network := range l.Cause.Networks {
		if c.over(ctx, j.Kind+" "+network, address<<i, day) {
			return true
		}
	}
	if c.over(ctx, j.Kind+" "+to, person, day) || l.Cause.User != "" && c.over(ctx, j.Kind+" by "+l.Cause.User, person, day) {
		return true
	}
	return j.Kind == KindSMS && l.Cause.User == "" && c.over(ctx, "texts by guests", set.of(TextsByGuests), day)
}

// counter counts within one transaction, and remembers its first error.
type counter struct {
	tx   *db.Tx
	now  time.Time
	wait int // of the last exceeded limit
	err  error
}

func (c *counter) over(ctx context.Context, key string, limit int64, window time.Duration) bool {
	if c.err != nil {
		return false
	}
	var wait int
	if wait, c.err = httpd.CountHit(ctx, c.tx, c.now, key, limit, window); wait > 0 {
		c.wait = wait
	}
	return wait > 0
}

func (c *counter) verdict(over bool) error {
	if over {
		return errHeldBack
	}
	return nil
}

// settings are the limits set by the office.
type settings map[string]string

func limitsOf(ctx context.Context, tx *db.Tx) (settings, error) {
	rows, err := tx.LetterLimits(ctx)
	if err != nil {
		return nil, err
	}
	s := settings{}
	for _, row := range rows {
		s[row.Key] = row.Value
	}
	return s, nil
}

func (s settings) of(l Limit) int64 {
	if n, err := strconv.Atoi(s[l.Key]); err == nil && n >= l.Least {
		return int64(n)
	}
	return int64(l.Default)
}

func (s settings) codes(lane string) int64 {
	if strings.HasPrefix(lane, MailLane) {
		return mailCodesAnHour
	}
	return s.of(CodesAnHour)
}

// CodesSpent returns the seconds to wait if a lane has sent its codes of the hour, else 0. It does not count: a code
// counts when it is sent.
func CodesSpent(ctx context.Context, tx *db.Tx, now time.Time, lane string) (wait int, err error) {
	set, err := limitsOf(ctx, tx)
	if err != nil {
		return 0, fmt.Errorf("limits of letters: %w", err)
	}
	row, err := tx.ThrottleNow(ctx, query.ThrottleNowParams{Key: "codes " + lane, Now: clock.MillisOf(now)})
	if errors.Is(err, db.ErrNoRows) || err == nil && row.Hits < set.codes(lane) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("codes that left: %w", err)
	}
	return int((time.Duration(row.EndsAt-clock.MillisOf(now))*time.Millisecond + time.Second - 1) / time.Second), nil
}
