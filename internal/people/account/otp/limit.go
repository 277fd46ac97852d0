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

// Limits of codes. The first three count requests, regardless of who owns the number. How many codes are sent to a
// country or to all mailboxes is limited in the outbox, so that made-up numbers use nothing up. A browser known to the
// account has its own limit, and so has the code by mail, but only for a number or address that the account has
// verified. A number that a member types counts like a made-up one, from any browser.
const (
	codesAnIP      = 20 // per hour and network address
	codesFromOne   = 5  // per day, to one number or mailbox from one network address
	codesToNumber  = 15 // per day, to one number from anywhere
	codesToMailbox = 50 // per day, to one mailbox from anywhere
	codesADevice   = 10 // per day, from a known browser to its owner
	codesAMember   = 10 // per day, to numbers that a member claims
)

// Asked is a requested code, for the limits.
type Asked struct {
	Purpose string
	Channel string // the requested channel
	To      string // limit key of the recipient, or for a forgotten password of the typed text
	Mobile  string // the recipient's number, or ""
	Device  string // limit key of the owner's browser; "" for any other
	By      string // the member who claims the number, or ""
}

// Count counts a code to be sent, and returns the seconds to wait if a limit is exceeded.
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

// count counts by recipient and network address, and by recipient alone.
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

// lane is the outbox limit of sent codes: mail, or the number's country; unverified numbers count separately, so that
// SMS to made-up numbers do not block owners' password resets.
func (c Codes) lane(purpose, channel, mobile string) string {
	l := outbox.MailLane
	if country, _ := c.Reach(mobile); country != "" && channel == BySMS {
		l = country
	}
	if purpose == ForRegistration || purpose == ForCodeLogin || purpose == ForMobile {
		l += " registration"
	}
	return l
}

// CountLink counts a link that a guest requests for a number, with limits like those of codes, regardless of who owns
// the number. what separates its counters from those of codes. It returns the key for the letter with the link. A
// browser that has opened such a link for the number has its own limit, so that the owner gets links whatever strangers
// request. Refusals: "too-many-links".
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

// RememberLink records that the visitor's browser has opened a link sent to a number, for as long as browsers are
// known. Only a hash of both is stored.
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
