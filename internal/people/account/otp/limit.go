package otp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// Limits of codes. The first three count what is asked for, the same whoever owns the number. How many codes leave
// for all numbers of a country, and for all mailboxes, is counted by the outbox, where they leave: numbers that
// somebody made up use nothing up. A browser that the account has logged in from has a count of its own, and so
// has the code by mail: but only for what is proven to be the account's. A number that a member types is as good as
// made up, from whatever browser.
const (
	codesAnIP      = 20 // an hour, from one address
	codesFromOne   = 5  // a day, to one number or mailbox, asked for from one address
	codesToNumber  = 15 // a day, to one number, whoever asks
	codesToMailbox = 50 // a day, to one mailbox, whoever asks
	codesADevice   = 10 // a day, from a known browser, to its owner
	codesAMember   = 10 // a day, to numbers that a member says are theirs
)

// Asked is a code that is asked for, as the limits see it.
type Asked struct {
	Purpose string
	Channel string // that was asked for
	To      string // names in counters where it goes, or, for a forgotten password, what was typed
	Mobile  string // that it goes to, or ""
	Device  string // names the browser of the owner in counters; "" for any other
	By      string // the member who says that the number is theirs, or ""
}

// Count counts a code that is about to be sent, and returns how many seconds to wait when a limit is passed.
func (c Codes) Count(ctx context.Context, tx *db.Tx, a Asked) (wait int, err error) {
	now, what := c.Clock.Now(), "code to "+a.Channel+" "+a.To
	if a.Device != "" {
		return httpd.CountHit(ctx, tx, now, what+" "+a.Device, codesADevice, day)
	}
	if a.By != "" {
		if wait, err := httpd.CountHit(ctx, tx, now, "codes by "+a.By, codesAMember, day); wait > 0 || err != nil {
			return wait, err
		}
	}
	most := int64(codesToNumber)
	if a.Channel == ByMail {
		most = codesToMailbox
	}
	return c.count(ctx, tx, "code address", c.lane(a.Purpose, a.Channel, a.Mobile), what, most)
}

// count counts what is asked for from an address, and to somewhere: from one address, and by all.
func (c Codes) count(ctx context.Context, tx *db.Tx, address, lane, to string, most int64) (wait int, err error) {
	now := c.Clock.Now()
	if wait, err = httpd.CountNetwork(ctx, tx, now, address, codesAnIP, time.Hour); wait > 0 || err != nil {
		return wait, err
	}
	if wait, err = outbox.CodesSpent(ctx, tx, now, lane); wait > 0 || err != nil {
		return wait, err
	}
	if wait, err = httpd.CountNetwork(ctx, tx, now, to+" from", codesFromOne, day); wait > 0 || err != nil {
		return wait, err
	}
	return httpd.CountHit(ctx, tx, now, to, most, day)
}

// lane names what sent codes are counted by: mail, or the country of the number; numbers that nobody has proven
// are counted apart. Texts to numbers that somebody made up keep no owner from a new password.
func (c Codes) lane(purpose, channel, mobile string) string {
	l := outbox.MailLane
	if country, _ := c.Reach(mobile); country != "" && channel == BySMS {
		l = country
	}
	if purpose == ForRegistration || purpose == ForEntry || purpose == ForMobile {
		l += " registration"
	}
	return l
}

// CountLink counts a link that a guest asks for to a number, by the limits of codes: the same whoever owns the number. what
// names its own counters, so that links use up nobody's codes. It returns the mark of the letter that carries the link.
// A browser that has opened such a link to the number before has a count of its own, as one that is known has for codes:
// whatever strangers ask for, the number's owner gets theirs. Refusals: "too-many-links".
func (c Codes) CountLink(ctx context.Context, what, mobile string) (*outbox.Code, error) {
	country, _ := c.Reach(mobile)
	now, lane := c.Clock.Now(), country+" "+what
	opened := openedLink(what, httpd.DeviceToken(ctx), mobile)
	wait, err := db.WriteValue(ctx, c.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		_, err := tx.ThrottleNow(ctx, query.ThrottleNowParams{Key: opened, Now: clock.MillisOf(now)})
		if err == nil {
			return httpd.CountHit(ctx, tx, now, "from "+opened, codesADevice, day)
		}
		if !errors.Is(err, db.ErrNoRows) {
			return 0, fmt.Errorf("browser of a link: %w", err)
		}
		return c.count(ctx, tx, what+" link address", lane, what+" link to "+mobile, codesToNumber)
	})
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		c.LogEvent(ctx, "too many links", "")
		return nil, fault.TooMany("too-many-links", wait)
	}
	return &outbox.Code{Lane: lane}, nil
}

// RememberLink notes that the visitor's browser has opened a link that was sent to a number, for as long as browsers are
// known. Only a hash of both is kept.
func (c Codes) RememberLink(ctx context.Context, what, mobile string) error {
	token := cmp.Or(httpd.DeviceToken(ctx), id.Token())
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := httpd.CountHit(ctx, tx, c.Clock.Now(), openedLink(what, token, mobile), 1, httpd.DeviceLife)
		return err
	})
	if err != nil {
		return fmt.Errorf("browser of a link: %w", err)
	}
	httpd.SetDevice(ctx, token)
	return nil
}

func openedLink(what, token, mobile string) string {
	return what + " link opened " + id.Hash(token+" "+mobile)
}
