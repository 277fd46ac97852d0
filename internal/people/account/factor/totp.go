package factor

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" // required by RFC 6238; apps support nothing else
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
)

// TOTP codes of RFC 6238. Libraries return only true or false; replay protection needs the matched time step.
const (
	totpDigits = 6
	totpPeriod = 30 * time.Second
	totpBytes  = 20
	// totpOffer is how long an offered secret waits for its first code.
	totpOffer = 10 * time.Minute
)

var totpText = base32.StdEncoding.WithPadding(base32.NoPadding)

// totpCode is the code of one 30-second step since 1970. secret is base32.
func totpCode(secret string, step int64) (string, error) {
	key, err := totpText.DecodeString(secret)
	if err != nil {
		return "", fmt.Errorf("secret: %w", err)
	}
	mac := hmac.New(sha1.New, key)
	var counter [8]byte
	binary.BigEndian.PutUint64(counter[:], uint64(step)) // positive: after 1970
	mac.Write(counter[:])
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:])&0x7fffffff%1_000_000), nil
}

// Step finds the time step of a code: the current one, or the one before or after, because clocks differ and typing
// takes time.
func Step(secret, typed string, now time.Time) (step int64, right bool) {
	code, current := id.PlainDigits(typed), now.Unix()/int64(totpPeriod/time.Second)
	for _, at := range []int64{current - 1, current, current + 1} {
		want, err := totpCode(secret, at)
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, right = at, true
		}
	}
	return step, right
}

// Offer is a new secret, shown once as a QR code and as text.
type Offer struct {
	Secret string `json:"secret" doc:"Base32"`
	URI    string `json:"uri" doc:"otpauth://, for an app on the same phone"`
	QR     struct {
		Size int    `json:"size" doc:"Modules on a side, with the quiet zone"`
		Path string `json:"path" doc:"The dark modules as an SVG path"`
	} `json:"qr"`
}

// Begin offers an account a secret, labelled in the app with the names of site and account. It waits in the session for
// its first code; the current secret stays valid until then.
func Begin(ctx context.Context, d *db.DB, now time.Time, site, name, userID, sessionID string) (*Offer, error) {
	var key [totpBytes]byte
	_, _ = rand.Read(key[:])
	out := &Offer{Secret: totpText.EncodeToString(key[:])}
	q := "secret=" + out.Secret + "&issuer=" + url.QueryEscape(site) + "&algorithm=SHA1&digits=6&period=30"
	out.URI = "otpauth://totp/" + url.PathEscape(site+":"+name) + "?" + q
	var err error
	if out.QR.Size, out.QR.Path, err = qrPath(out.URI); err != nil {
		return nil, err
	}
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.OfferTOTP(ctx, query.OfferTOTPParams{
			UserID: userID, Offered: out.Secret, OfferedSession: sessionID, OfferedUntil: clock.MillisOf(now.Add(totpOffer)),
		})
	})
	if err != nil {
		return nil, fmt.Errorf("offer: %w", err)
	}
	return out, nil
}

var errOfferOver = fault.Invalid("factor-offer-expired")

// Offered is the secret that waits in a session, or "factor-offer-expired".
func Offered(ctx context.Context, r db.Reader, now time.Time, userID, sessionID string) (secret string, err error) {
	row, err := r.TOTPSecret(ctx, userID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return "", fmt.Errorf("offer: %w", err)
	}
	if err != nil || row.Offered == "" || row.OfferedSession != sessionID || clock.MillisOf(now) >= row.OfferedUntil {
		return "", errOfferOver
	}
	return row.Offered, nil
}

// Take activates an offered secret, with the time step of its first code.
func Take(ctx context.Context, tx *db.Tx, userID, secret string, step int64) error {
	n, err := tx.TakeTOTP(ctx, query.TakeTOTPParams{Step: step, UserID: userID, Offered: secret})
	if err != nil {
		return fmt.Errorf("take secret: %w", err)
	}
	if n == 0 { // activated by a repeated request
		return errOfferOver
	}
	return nil
}

// RemoveTOTP deletes the app's secret.
func RemoveTOTP(ctx context.Context, tx *db.Tx, userID string) error {
	if err := tx.RemoveTOTP(ctx, userID); err != nil {
		return fmt.Errorf("remove secret: %w", err)
	}
	return nil
}

// qrPath draws a QR code as an SVG path of unit squares, with the quiet zone of four.
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
