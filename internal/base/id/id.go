// Package id generates identifiers that are visible outside the database. None of them is sequential.
package id

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/google/uuid"
)

// One call of the system fetches the random bytes of 16 ids: a checkout needs a dozen.
func init() { uuid.EnableRandPool() }

// New returns a UUIDv7: hard to guess, for things whose access is checked, and ordered by time.
func New() string { return uuid.Must(uuid.NewV7()).String() }

// Token returns 256 random bits as 43 URL-safe characters, for secrets that grant access alone (a cookie, a ticket).
// Only its Hash is stored.
func Token() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // crypto/rand.Read never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Hash is the stored form of a token: hex SHA-256. A token has 256 random bits, so no salt is needed.
func Hash(token string) string {
	s := sha256.Sum256([]byte(token))
	return hex.EncodeToString(s[:])
}

// ReferenceAlphabet leaves out 0, O, 1, I and L, because people read references aloud and type them into banking apps.
const ReferenceAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

// ReferenceLength is fixed; with 31^10 references the UNIQUE constraint handles collisions.
const ReferenceLength = 10

// Reference returns a random payment reference such as TM26K7Q4X9.
func Reference() string {
	const n = byte(len(ReferenceAlphabet))
	const fair = 256 / int(n) * int(n) // reject larger bytes: the first letters would be more frequent
	var out strings.Builder
	var b [1]byte
	for out.Len() < ReferenceLength {
		_, _ = rand.Read(b[:])
		if int(b[0]) < fair {
			out.WriteByte(ReferenceAlphabet[b[0]%n])
		}
	}
	return out.String()
}

// Digits returns n random decimal digits, for one-time passwords.
func Digits(n int) string {
	out := make([]byte, 0, n)
	var b [1]byte
	for len(out) < n {
		_, _ = rand.Read(b[:])
		if b[0] < 250 { // 250 is a multiple of 10, so all digits are equally likely
			out = append(out, '0'+b[0]%10)
		}
	}
	return string(out)
}

// PlainDigits normalises a typed code: it removes spaces and converts full-width digits.
func PlainDigits(text string) string {
	if len(text) > 100 {
		return ""
	}
	bad := false
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == ' ' || r == '-' || r == '\u00a0' || r == '\u3000':
			return -1
		}
		bad = true
		return -1
	}, text)
	if bad {
		return ""
	}
	return out
}
