package account

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" // RFC 6238's own; apps know no other
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"rsc.io/qr"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// The codes of RFC 6238 as every app makes them. The arithmetic is a few lines and a library would not
// TellOwner which step matched, which refusing a code that was seen needs.
const (
	totpDigits = 6
	totpPeriod = 30 * time.Second
	totpBytes  = 20
	// totpOffer is how long a secret waits for its first code.
	totpOffer = 10 * time.Minute
)

var totpText = base32.StdEncoding.WithPadding(base32.NoPadding)

// totpCode is the code of one step of 30 seconds since 1970. secret is base32.
func totpCode(secret string, step int64) (string, error) {
	key, err := totpText.DecodeString(secret)
	if err != nil {
		return "", fmt.Errorf("secret: %w", err)
	}
	mac := hmac.New(sha1.New, key)
	var counter [8]byte
	binary.BigEndian.PutUint64(counter[:], uint64(step)) // after 1970
	mac.Write(counter[:])
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:])&0x7fffffff%1_000_000), nil
}

// totpStep finds which step a code belongs to: now's, or the one before or after, for clocks differ
// and typing takes time.
func totpStep(secret, code string, now time.Time) (step int64, right bool) {
	current := now.Unix() / int64(totpPeriod/time.Second)
	for _, at := range []int64{current - 1, current, current + 1} {
		want, err := totpCode(secret, at)
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, right = at, true
		}
	}
	return step, right
}

// TOTPOffer is a secret for an app, shown once: as a QR code, and to be typed.
type TOTPOffer struct {
	Secret string `json:"secret" doc:"Base32"`
	URI    string `json:"uri" doc:"otpauth://, for an app on the same phone"`
	QR     struct {
		Size int    `json:"size" doc:"Modules on a side, with the quiet zone"`
		Path string `json:"path" doc:"The dark modules as an SVG path"`
	} `json:"qr"`
}

// BeginTOTP offers staff a secret. The one in use stays until a code of the new one was given.
func (s *Service) BeginTOTP(ctx context.Context, in *PasswordIn) (*TOTPOffer, error) {
	if err := s.staffOnly(ctx); err != nil {
		return nil, err
	}
	u, err := s.confirmOwner(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	var key [totpBytes]byte
	_, _ = rand.Read(key[:])
	out := &TOTPOffer{Secret: totpText.EncodeToString(key[:])}
	out.URI = s.totpURI(u, out.Secret)
	if out.QR.Size, out.QR.Path, err = qrPath(out.URI); err != nil {
		return nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.OfferTOTP(ctx, query.OfferTOTPParams{
			UserID: u.ID, Offered: out.Secret, OfferedSession: httpd.VisitorOf(ctx).SessionID,
			OfferedUntil: clock.MillisOf(s.Clock.Now().Add(totpOffer)),
		})
	})
	if err != nil {
		return nil, fmt.Errorf("offer: %w", err)
	}
	return out, nil
}

func (s *Service) totpURI(u User, secret string) string {
	site := "Shanmen"
	if s.Site != nil {
		site = s.Site.Hostname()
	}
	account := holder{user: u}.WebAuthnName()
	q := "secret=" + secret + "&issuer=" + url.QueryEscape(site) + "&algorithm=SHA1&digits=6&period=30"
	return "otpauth://totp/" + url.PathEscape(site+":"+account) + "?" + q
}

// qrPath draws a QR code as an SVG path of unit squares, with the quiet zone of four that scanners need.
func qrPath(text string) (size int, path string, err error) {
	const quiet = 4
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return 0, "", fmt.Errorf("QR code: %w", err)
	}
	var b strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			run := 0
			for x+run < code.Size && code.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
				x += run
			}
		}
	}
	return code.Size + 2*quiet, b.String(), nil
}

// CodeIn is a body with a code.
type CodeIn struct {
	Body struct {
		Code string `json:"code" doc:"Six digits of the app"`
	}
}

// FactorSet is the answer once a second factor is set up, or recovery codes are made anew.
type FactorSet struct {
	Factor
	Codes []string `json:"codes,omitempty" doc:"Ten recovery codes, shown once"`
}

// FinishTOTP puts the offered secret to use by its first code. To staff without a second factor it gives
// recovery codes, and a session that opens the office.
func (s *Service) FinishTOTP(ctx context.Context, in *CodeIn) (*FactorSet, error) {
	if err := s.staffOnly(ctx); err != nil {
		return nil, err
	}
	userID := anyAccountID(ctx)
	row, err := s.DB.Read().TOTPSecret(ctx, userID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return nil, fmt.Errorf("offer: %w", err)
	}
	now := s.Clock.Now()
	if err != nil || row.Offered == "" || row.OfferedSession != httpd.VisitorOf(ctx).SessionID || clock.MillisOf(now) >= row.OfferedUntil {
		return nil, fault.Invalid("factor-offer-expired")
	}
	counted, err := s.countCodeTry(ctx, userID)
	if err != nil {
		return nil, err
	}
	step, right := totpStep(row.Offered, id.PlainDigits(in.Body.Code), now)
	if !right {
		return nil, wrongFactor()
	}
	after := func() {}
	out, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*FactorSet, error) {
		u, err := LockedUser(ctx, tx, userID)
		if err != nil {
			return nil, err
		}
		first, err := s.firstFactor(ctx, tx, u)
		if err != nil {
			return nil, err
		}
		n, err := tx.TakeTOTP(ctx, query.TakeTOTPParams{Step: step, UserID: u.ID, Offered: row.Offered})
		if err != nil {
			return nil, fmt.Errorf("take secret: %w", err)
		}
		if n == 0 { // taken by a second press
			return nil, fault.Invalid("factor-offer-expired")
		}
		for _, c := range counted {
			if err := c.takeBack(ctx, tx); err != nil {
				return nil, err
			}
		}
		out := &FactorSet{}
		if first {
			if out.Codes, after, err = s.addedFirstFactor(ctx, tx, u); err != nil {
				return nil, err
			}
		}
		if out.Factor, err = FactorOf(ctx, tx.Queries, u.ID); err != nil {
			return nil, err
		}
		return out, s.TellOwner(ctx, tx, u, "factor-changed")
	})
	if err != nil {
		return nil, err
	}
	after()
	s.LogEvent(ctx, "second factor set up", userID)
	return out, nil
}

// RemoveTOTP ends the codes of the app. Staff keep at least one second factor, where one is needed.
func (s *Service) RemoveTOTP(ctx context.Context, in *PasswordIn) (*Factor, error) {
	if err := s.staffOnly(ctx); err != nil {
		return nil, err
	}
	u, err := s.confirmOwner(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	f, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (f Factor, err error) {
		u, err := LockedUser(ctx, tx, u.ID) // its own: this may run again
		if err != nil {
			return f, err
		}
		if err := tx.RemoveTOTP(ctx, u.ID); err != nil {
			return f, fmt.Errorf("remove secret: %w", err)
		}
		if err := s.requireSecondFactor(ctx, tx, u); err != nil {
			return f, err
		}
		if err := s.TellOwner(ctx, tx, u, "factor-changed"); err != nil {
			return f, err
		}
		return FactorOf(ctx, tx.Queries, u.ID)
	})
	if err != nil {
		return nil, err
	}
	s.LogEvent(ctx, "codes of the app ended", u.ID)
	return &f, nil
}
