package account

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// mostPasskeys is the maximum per account, more than a person's devices.
const mostPasskeys = 10

const handleBytes = 64

// Passkey is a passkey of its owner.
type Passkey struct {
	ID         string     `json:"id"`
	Name       string     `json:"name" doc:"Name given by the owner; may be empty"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt,omitempty" doc:"Absent before the first login with it"`
	Synced     bool       `json:"synced" doc:"Also stored in the owner's account with the device's manufacturer, so it survives loss of the device"`
}

// PasskeyList is the answer of the calls about one's own passkeys.
type PasskeyList struct {
	Passkeys      []Passkey `json:"passkeys"`
	RecoveryCodes []string  `json:"recoveryCodes,omitempty" doc:"New recovery codes, if this is a staff account's first second factor; shown once"`
}

// PasswordIn is a body with the password, needed when the login is not fresh.
type PasswordIn struct {
	Body struct {
		Password string `json:"password,omitempty" doc:"Required (error \"password-needed\") when the login is older than ten minutes"`
	}
}

// AddPasskeyIn is the body of POST /api/member/passkey/finish.
type AddPasskeyIn struct {
	Body struct {
		Ceremony   string          `json:"ceremony"`
		Credential json.RawMessage `json:"credential" doc:"The device's answer (RegistrationResponseJSON)"`
		Name       string          `json:"name,omitempty"`
	}
}

// RenamePasskeyIn is the input of PUT /api/member/passkey/{id}.
type RenamePasskeyIn struct {
	ID   string `path:"id"`
	Body struct {
		Name string `json:"name"`
	}
}

// RemovePasskeyIn is the input of POST /api/member/passkey/{id}/remove.
type RemovePasskeyIn struct {
	ID string `path:"id"`
	PasswordIn
}

// anyAccountID is the visitor's account id, including staff without a second factor.
func anyAccountID(ctx context.Context) string {
	v := httpd.VisitorOf(ctx)
	if v.PendingID != "" {
		return v.PendingID
	}
	return v.UserID
}

// Passkeys lists the visitor's passkeys, oldest first.
func (s *Service) Passkeys(ctx context.Context, _ *struct{}) (*PasskeyList, error) {
	return passkeysOf(ctx, s.DB.Read(), anyAccountID(ctx))
}

func passkeysOf(ctx context.Context, r db.Reader, userID string) (*PasskeyList, error) {
	rows, err := r.Passkeys(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}
	out := &PasskeyList{Passkeys: []Passkey{}}
	for _, row := range rows {
		p := Passkey{ID: row.ID, Name: row.Name, CreatedAt: row.CreatedAt.Time(), Synced: row.BackedUp}
		if row.LastUsedAt > 0 {
			at := row.LastUsedAt.Time()
			p.LastUsedAt = &at
		}
		out.Passkeys = append(out.Passkeys, p)
	}
	return out, nil
}

// BeginPasskey creates a challenge for a new passkey. Devices that already have one refuse by themselves.
func (s *Service) BeginPasskey(ctx context.Context, in *PasswordIn) (*PasskeyQuestion, error) {
	party, err := s.relyingParty()
	if err != nil {
		return nil, err
	}
	u, err := s.confirmOwner(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	rows, err := s.DB.Read().Passkeys(ctx, u.ID)
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}
	if len(rows) >= mostPasskeys {
		return nil, fault.Invalid("passkey-too-many")
	}
	h, err := passkeyHolder(u, rows)
	if err != nil {
		return nil, err
	}
	if h.handle == nil { // random, so that a device does not reveal the account id
		h.handle = make([]byte, handleBytes)
		_, _ = rand.Read(h.handle)
	}
	var have []protocol.CredentialDescriptor
	for _, c := range h.credentials {
		have = append(have, c.Descriptor())
	}
	question, data, err := party.BeginRegistration(h, webauthn.WithExclusions(have))
	if err != nil {
		return nil, fmt.Errorf("passkey question: %w", err)
	}
	return s.ask(ctx, challengeAdd, &u.ID, question.Response, data)
}

// FinishPasskey stores a new passkey and notifies its owner. For staff without a second factor it counts as one: they
// get recovery codes and a session with full access.
func (s *Service) FinishPasskey(ctx context.Context, in *AddPasskeyIn) (*PasskeyList, error) {
	party, err := s.relyingParty()
	if err != nil {
		return nil, err
	}
	if f := checkName("name", in.Body.Name, false); f != nil {
		return nil, fault.InvalidFields([]fault.Field{*f})
	}
	row, data, err := s.answered(ctx, challengeAdd, in.Body.Ceremony)
	if err != nil {
		return nil, err
	}
	userID := anyAccountID(ctx)
	if row.UserID == nil || *row.UserID != userID {
		return nil, fault.Invalid("passkey-expired")
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes(in.Body.Credential)
	if err != nil {
		return nil, fault.Invalid("passkey-refused")
	}
	c, err := party.CreateCredential(holder{handle: data.UserID}, data, answer)
	if err != nil {
		s.LogEvent(ctx, "new passkey refused", userID)
		return nil, fault.Invalid("passkey-refused")
	}
	return s.keepPasskey(ctx, userID, data.UserID, in.Body.Name, c)
}

func (s *Service) keepPasskey(ctx context.Context, userID string, handle []byte, name string, c *webauthn.Credential) (*PasskeyList, error) {
	now := s.Clock.Now()
	transports := make([]string, 0, len(c.Transport))
	for _, t := range c.Transport {
		transports = append(transports, string(t))
	}
	type result struct {
		list  *PasskeyList
		after func()
	}
	r, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (r result, err error) {
		u, err := LockedUser(ctx, tx, userID)
		if err != nil {
			return r, err
		}
		// Checked again: several challenges may have been open when there was still room.
		have, err := tx.Passkeys(ctx, u.ID)
		if err != nil {
			return r, fmt.Errorf("passkeys: %w", err)
		}
		if len(have) >= mostPasskeys {
			return r, fault.Invalid("passkey-too-many")
		}
		first, err := s.firstFactor(ctx, tx, u)
		if err != nil {
			return r, err
		}
		err = tx.AddPasskey(ctx, query.AddPasskeyParams{
			ID: newID(), UserID: u.ID, CredentialID: encode(c.ID), UserHandle: encode(handle), PublicKey: encode(c.PublicKey),
			SignCount: int64(c.Authenticator.SignCount), BackupEligible: c.Flags.BackupEligible, BackedUp: c.Flags.BackupState,
			Transports: strings.Join(transports, ","), Aaguid: hex.EncodeToString(c.Authenticator.AAGUID),
			Name: strings.TrimSpace(name), CreatedAt: clock.MillisOf(now),
		})
		if err != nil {
			return r, fmt.Errorf("add passkey: %w", err)
		}
		if r.list, err = passkeysOf(ctx, tx.Queries, u.ID); err != nil {
			return r, err
		}
		r.after = func() {}
		if first {
			if r.list.RecoveryCodes, r.after, err = s.addedFirstFactor(ctx, tx, u); err != nil {
				return r, err
			}
		}
		return r, s.TellOwner(ctx, tx, u, "passkey-added")
	})
	if db.IsUnique(err) {
		return nil, fault.Invalid("passkey-known")
	}
	if err != nil {
		return nil, err
	}
	r.after()
	s.LogEvent(ctx, "passkey added", userID)
	return r.list, nil
}

// RenamePasskey renames one's own passkey. Others' are not found.
func (s *Service) RenamePasskey(ctx context.Context, in *RenamePasskeyIn) (*PasskeyList, error) {
	if f := checkName("name", in.Body.Name, true); f != nil {
		return nil, fault.InvalidFields([]fault.Field{*f})
	}
	userID := anyAccountID(ctx)
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.RenamePasskey(ctx, query.RenamePasskeyParams{Name: strings.TrimSpace(in.Body.Name), ID: in.ID, UserID: userID})
		if err == nil && n == 0 {
			return fault.NotFound()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return passkeysOf(ctx, s.DB.Read(), userID)
}

// RemovePasskey deletes one's own passkey. Staff must keep at least one second factor if one is required.
func (s *Service) RemovePasskey(ctx context.Context, in *RemovePasskeyIn) (*PasskeyList, error) {
	u, err := s.confirmOwner(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		u, err := LockedUser(ctx, tx, u.ID) // its own variable, because the transaction may be retried
		if err != nil {
			return err
		}
		n, err := tx.RemovePasskey(ctx, query.RemovePasskeyParams{ID: in.ID, UserID: u.ID})
		if err != nil {
			return fmt.Errorf("remove passkey: %w", err)
		}
		if n == 0 {
			return fault.NotFound()
		}
		if err := s.requireSecondFactor(ctx, tx, u); err != nil || !u.Staff() {
			return err
		}
		return s.TellOwner(ctx, tx, u, "factor-changed")
	})
	if err != nil {
		return nil, err
	}
	s.LogEvent(ctx, "passkey removed", u.ID)
	return passkeysOf(ctx, s.DB.Read(), u.ID)
}
