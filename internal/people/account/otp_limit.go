package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
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

// countCode counts a code that is about to be sent by the channel that was asked for, and refuses it beyond a
// limit. known tells that the account knows the visitor's browser.
func (s *Service) countCode(ctx context.Context, st query.OtpState, asked string) (known bool, err error) {
	now := s.Clock.Now()
	to, err := countedAs(st)
	if err != nil {
		return false, err
	}
	most := int64(codesToNumber)
	if asked == channelMail || to.emailKey != "" {
		asked, most = channelMail, codesToMailbox
	}
	whose, by := "", ""
	switch {
	case st.Purpose == purposeEntry: // a browser that the number's owner has used; strangers learn nothing by it
		owner, _, err := findBy(ctx, s.DB.Read(), to)
		if err != nil {
			return false, err
		}
		whose = owner.ID
	case st.UserID == nil:
	case secret(st):
		whose = *st.UserID
	default:
		by = *st.UserID
	}
	what := "code to " + asked + " " + to.key("")
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		device, err := s.knownDevice(ctx, tx.Queries, whose)
		if err != nil {
			return 0, err
		}
		if known = device != ""; known {
			return httpd.CountHit(ctx, tx, now, what+" "+device, codesADevice, day)
		}
		if by != "" {
			if wait, err := httpd.CountHit(ctx, tx, now, "codes by "+by, codesAMember, day); wait > 0 || err != nil {
				return wait, err
			}
		}
		wait, err := httpd.CountNetwork(ctx, tx, now, "code address", codesAnIP, time.Hour)
		if wait > 0 || err != nil {
			return wait, err
		}
		if wait, err = outbox.CodesSpent(ctx, tx, now, limitLane(st.Purpose, asked, to.mobile)); wait > 0 || err != nil {
			return wait, err
		}
		if wait, err = httpd.CountNetwork(ctx, tx, now, what+" from", codesFromOne, day); wait > 0 || err != nil {
			return wait, err
		}
		return httpd.CountHit(ctx, tx, now, what, most, day)
	})
	if err != nil {
		return false, err
	}
	if wait > 0 {
		s.LogEvent(ctx, "too many codes", "")
		return false, fault.TooMany("too-many-codes", wait)
	}
	return known, nil
}

// limitLane names what sent codes are counted by: mail, or the country of the number; numbers that nobody has proven
// are counted apart. Texts to numbers that somebody made up keep no owner from a new password.
func limitLane(purpose, channel, mobile string) string {
	l := outbox.MailLane
	if m, ok := ParseMobile(mobile); ok && channel == channelSMS {
		l = m.Country
	}
	if purpose == purposeRegistration || purpose == purposeEntry || purpose == purposeMobile {
		l += " registration"
	}
	return l
}

// countedAs is whose limit a code counts against: where it goes, or, for a forgotten password, what
// was typed.
func countedAs(st query.OtpState) (identifier, error) {
	switch {
	case secret(st):
		return readForgotten(st)
	case st.Channel == channelMail:
		return identifier{emailKey: strings.ToLower(st.Email)}, nil
	}
	return identifier{mobile: st.Mobile}, nil
}

// CountLink counts a link that a guest asks for to a number, by the limits of codes: the same whoever owns the number. what
// names its own counters, so that links use up nobody's codes. It returns the mark of the letter that carries the link.
// A browser that has opened such a link to the number before has a count of its own, as one that is known has for codes:
// whatever strangers ask for, the number's owner gets theirs. Refusals: "too-many-links".
func (s *Service) CountLink(ctx context.Context, what string, m Mobile) (*outbox.Code, error) {
	now, lane := s.Clock.Now(), m.Country+" "+what
	to := what + " link to " + m.E164
	opened := openedLink(what, httpd.DeviceToken(ctx), m.E164)
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		_, err := tx.ThrottleNow(ctx, query.ThrottleNowParams{Key: opened, Now: clock.MillisOf(now)})
		if err == nil {
			return httpd.CountHit(ctx, tx, now, "from "+opened, codesADevice, day)
		}
		if !errors.Is(err, db.ErrNoRows) {
			return 0, fmt.Errorf("browser of a link: %w", err)
		}
		wait, err := httpd.CountNetwork(ctx, tx, now, what+" link address", codesAnIP, time.Hour)
		if wait > 0 || err != nil {
			return wait, err
		}
		if wait, err = outbox.CodesSpent(ctx, tx, now, lane); wait > 0 || err != nil {
			return wait, err
		}
		if wait, err = httpd.CountNetwork(ctx, tx, now, to+" from", codesFromOne, day); wait > 0 || err != nil {
			return wait, err
		}
		return httpd.CountHit(ctx, tx, now, to, codesToNumber, day)
	})
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		s.LogEvent(ctx, "too many links", "")
		return nil, fault.TooMany("too-many-links", wait)
	}
	return &outbox.Code{Lane: lane}, nil
}

// RememberLink notes that the visitor's browser has opened a link that was sent to a number, for as long as browsers are
// known. Only a hash of both is kept.
func (s *Service) RememberLink(ctx context.Context, what, mobile string) error {
	token := cmp.Or(httpd.DeviceToken(ctx), id.Token())
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := httpd.CountHit(ctx, tx, s.Clock.Now(), openedLink(what, token, mobile), 1, deviceLife)
		return err
	})
	if err != nil {
		return fmt.Errorf("browser of a link: %w", err)
	}
	httpd.SetDevice(ctx, token, deviceLife)
	return nil
}

func openedLink(what, token, mobile string) string {
	return what + " link opened " + id.Hash(token+" "+mobile)
}
