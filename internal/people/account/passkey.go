package account

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// The kinds of passkey challenges.
const (
	challengeLogin = "login"
	challengeAdd   = "add"
)

// challengeLife is how long a challenge is valid; people may need to find their device first.
const challengeLife = 10 * time.Minute

// Challenges per network address, which may be a household or a temple's hall.
const (
	challengesPerAddress = 300
	challengeWindow      = 15 * time.Minute
)

// PasskeyQuestion is the challenge that the browser passes to the device.
type PasskeyQuestion struct {
	Ceremony  string          `json:"ceremony" doc:"Id of the challenge, to be returned with the device's response; valid once, for ten minutes"`
	PublicKey json.RawMessage `json:"publicKey" doc:"The options of WebAuthn Level 3 as JSON"`
}

// PasskeyAnswerIn is the body of POST /api/auth/passkey/finish.
type PasskeyAnswerIn struct {
	Body struct {
		Ceremony   string          `json:"ceremony"`
		Credential json.RawMessage `json:"credential" doc:"The device's answer (AuthenticationResponseJSON)"`
		Remember   bool            `json:"remember,omitempty" doc:"Stay logged in for 30 days; members only"`
	}
}

// relyingParty is this site's WebAuthn identity: passkeys belong to its host. If the host is no name, passkeys are
// unavailable: fault "passkey-unavailable".
func (s *Service) relyingParty() (*webauthn.WebAuthn, error) {
	s.partyOnce.Do(func() {
		if s.Site == nil || protocol.ValidateRPID(s.Site.Hostname()) != nil {
			return
		}
		limit := webauthn.TimeoutConfig{Timeout: challengeLife, TimeoutUVD: challengeLife}
		// Expiry is checked with our own clock. The device must verify its owner (PIN, finger, face), so that a passkey
		// is two factors. No attestation is requested.
		party, err := webauthn.New(&webauthn.Config{
			RPID: s.Site.Hostname(), RPDisplayName: s.Site.Hostname(),
			RPOrigins:             []string{s.Site.Scheme + "://" + s.Site.Host},
			AttestationPreference: protocol.PreferNoAttestation,
			AuthenticatorSelection: protocol.AuthenticatorSelection{
				ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
				UserVerification: protocol.VerificationRequired,
			},
			Timeouts: webauthn.TimeoutsConfig{Login: limit, Registration: limit},
			// Some password managers send unrequested extensions; they are ignored.
			ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
		})
		if err != nil {
			s.log().Error("passkeys", "error", err)
			return
		}
		s.party = party
	})
	if s.party == nil {
		return nil, fault.Invalid("passkey-unavailable")
	}
	return s.party, nil
}

// holder adapts an account to the WebAuthn library.
type holder struct {
	handle      []byte
	user        User
	credentials []webauthn.Credential
}

func (h holder) WebAuthnID() []byte          { return h.handle }
func (h holder) WebAuthnDisplayName() string { return h.user.Name }
func (h holder) WebAuthnName() string {
	for _, name := range []string{h.user.MailTo(), h.user.TextTo()} {
		if name != "" {
			return name
		}
	}
	return h.user.Name
}
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.credentials }

// BeginPasskeyLogin creates a challenge for any passkey of the site; the user is not named in advance.
func (s *Service) BeginPasskeyLogin(ctx context.Context, _ *struct{}) (*PasskeyQuestion, error) {
	party, err := s.relyingParty()
	if err != nil {
		return nil, err
	}
	question, data, err := party.BeginDiscoverableLogin()
	if err != nil {
		return nil, fmt.Errorf("passkey question: %w", err)
	}
	return s.ask(ctx, challengeLogin, nil, question.Response, data)
}

// FinishPasskeyLogin logs in with the signed challenge. It counts as both factors.
func (s *Service) FinishPasskeyLogin(ctx context.Context, in *PasskeyAnswerIn) (*LoggedIn, error) {
	party, err := s.relyingParty()
	if err != nil {
		return nil, err
	}
	_, data, err := s.answered(ctx, challengeLogin, in.Body.Ceremony)
	if err != nil {
		return nil, err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes(in.Body.Credential)
	if err != nil {
		return nil, fault.Invalid("passkey-refused")
	}
	var row query.Passkey
	var broken error
	_, credential, err := party.ValidatePasskeyLogin(func(rawID, _ []byte) (webauthn.User, error) {
		row, broken = s.DB.Read().PasskeyByCredential(ctx, encode(rawID))
		if broken != nil {
			return nil, broken
		}
		return passkeyHolder(User{}, []query.Passkey{row})
	}, data, answer)
	switch {
	case errors.Is(broken, db.ErrNoRows):
		return nil, fault.Invalid("passkey-unknown")
	case broken != nil:
		return nil, fmt.Errorf("passkey: %w", broken)
	case err != nil, credential.Authenticator.CloneWarning:
		s.LogEvent(ctx, "passkey refused", row.UserID)
		if err := s.auditFailure(ctx, row.UserID, "passkey"); err != nil {
			return nil, err
		}
		return nil, fault.Invalid("passkey-refused")
	}
	var u User
	setCookie, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (func(), error) {
		if u, err = LockedUser(ctx, tx, row.UserID); err != nil {
			return nil, err
		}
		n, err := tx.UsePasskey(ctx, query.UsePasskeyParams{
			SignCount: int64(credential.Authenticator.SignCount), BackedUp: credential.Flags.BackupState,
			Now: clock.MillisOf(s.Clock.Now()), ID: row.ID,
		})
		if err != nil {
			return nil, fmt.Errorf("passkey: %w", err)
		}
		if n == 0 || !u.active { // removed, cloned or disabled meanwhile
			return nil, fault.Invalid("passkey-refused")
		}
		_, setCookie, err := s.logInBy(ctx, tx, u, in.Body.Remember, true)
		return setCookie, err
	})
	if err != nil {
		return nil, err
	}
	setCookie()
	s.LogEvent(ctx, "logged in by passkey", u.ID)
	return &LoggedIn{User: u.Public()}, nil
}

// ask stores a challenge and returns it for the browser. A visitor with a session can answer only in that session; a
// guest without one gets a token. userID is nil for logins.
func (s *Service) ask(ctx context.Context, purpose string, userID *string, options any, data *webauthn.SessionData) (*PasskeyQuestion, error) {
	shown, err := json.Marshal(options)
	if err != nil {
		return nil, fmt.Errorf("passkey options: %w", err)
	}
	kept, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("passkey ceremony: %w", err)
	}
	now, token := s.Clock.Now(), id.Token()
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		wait, err := httpd.CountNetwork(ctx, tx, now, "passkey address", challengesPerAddress, challengeWindow)
		if err != nil || wait > 0 {
			return wait, err
		}
		return 0, tx.AddCeremony(ctx, query.AddCeremonyParams{
			TokenHash: id.Hash(token), Purpose: purpose, SessionID: httpd.VisitorOf(ctx).SessionID, UserID: userID,
			Data: string(kept), ExpiresAt: clock.MillisOf(now.Add(challengeLife)),
		})
	})
	if err != nil {
		return nil, fmt.Errorf("passkey ceremony: %w", err)
	}
	if wait > 0 {
		return nil, fault.TooMany("too-many-tries", wait)
	}
	return &PasskeyQuestion{Ceremony: token, PublicKey: shown}, nil
}

// answered spends a challenge and returns it. Unknown, used, expired and foreign ones are "passkey-expired": a new try
// helps.
func (s *Service) answered(ctx context.Context, purpose, token string) (row query.PasskeyCeremony, data webauthn.SessionData, err error) {
	row, err = db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (query.PasskeyCeremony, error) {
		return tx.SpendCeremony(ctx, id.Hash(token))
	})
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return row, data, fmt.Errorf("passkey ceremony: %w", err)
	}
	if err != nil || row.Purpose != purpose || !s.Clock.Now().Before(row.ExpiresAt.Time()) ||
		row.SessionID != "" && row.SessionID != httpd.VisitorOf(ctx).SessionID {
		return row, data, fault.Invalid("passkey-expired")
	}
	if err := json.Unmarshal([]byte(row.Data), &data); err != nil {
		return row, data, fmt.Errorf("passkey ceremony: %w", err)
	}
	return row, data, nil
}

// passkeyHolder returns an account with its passkeys, which share one user handle.
func passkeyHolder(u User, rows []query.Passkey) (holder, error) {
	h := holder{user: u}
	for _, row := range rows {
		var failed error
		part := func(text string) []byte {
			b, err := decode(text)
			failed = errors.Join(failed, err)
			return b
		}
		model, err := hex.DecodeString(row.Aaguid)
		failed = errors.Join(failed, err)
		h.handle = part(row.UserHandle)
		c := webauthn.Credential{
			ID: part(row.CredentialID), PublicKey: part(row.PublicKey), AttestationType: "none",
			Flags: webauthn.CredentialFlags{
				UserPresent: true, UserVerified: true, BackupEligible: row.BackupEligible, BackupState: row.BackedUp,
			},
			Authenticator: webauthn.Authenticator{AAGUID: model, SignCount: uint32(row.SignCount)}, // was stored from one
		}
		for name := range strings.SplitSeq(row.Transports, ",") {
			if name != "" {
				c.Transport = append(c.Transport, protocol.AuthenticatorTransport(name))
			}
		}
		if failed != nil {
			return h, fmt.Errorf("passkey %s: %w", row.ID, failed)
		}
		h.credentials = append(h.credentials, c)
	}
	return h, nil
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func decode(text string) ([]byte, error) { return base64.RawURLEncoding.DecodeString(text) }
