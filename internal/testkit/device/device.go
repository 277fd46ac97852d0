// Package device simulates a phone with a passkey: it answers like a browser's navigator.credentials, with its own
// keys.
package device

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// Flags of the authenticator data (WebAuthn, section 6.1).
const (
	present        = 1 << 0
	verified       = 1 << 2
	backupEligible = 1 << 3
	backedUp       = 1 << 4
	attested       = 1 << 6
)

// Device holds one passkey at a time. Its fields make it lie or count.
type Device struct {
	Origin     string // that the browser reports
	Counter    uint32 // sent and incremented at each use; 0 stays 0, as with synced passkeys
	Synced     bool
	Unverified bool // it did not verify its user

	ID     []byte
	Handle []byte // the account's, as the site named it
	rpID   string
	key    *ecdsa.PrivateKey
	t      testing.TB
}

// New returns a device at an origin such as https://temple.example.
func New(t testing.TB, origin string) *Device { return &Device{Origin: origin, Synced: true, t: t} }

var text = base64.RawURLEncoding

func (d *Device) clientData(kind, challenge string) []byte {
	b, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.Origin, "crossOrigin": false})
	if err != nil {
		d.t.Fatal(err)
	}
	return b
}

// data is the authenticator data without an attested credential.
func (d *Device) data(flags byte) []byte {
	flags |= present
	if !d.Unverified {
		flags |= verified
	}
	if d.Synced {
		flags |= backupEligible | backedUp
	}
	if d.Counter > 0 {
		d.Counter++
	}
	rp := sha256.Sum256([]byte(d.rpID))
	return binary.BigEndian.AppendUint32(append(rp[:], flags), d.Counter)
}

// Create creates a passkey like navigator.credentials.create. options is the challenge's publicKey.
func (d *Device) Create(options json.RawMessage) map[string]any {
	d.t.Helper()
	var asked struct {
		Challenge string
		RP        struct{ ID string }
		User      struct{ ID string }
	}
	if err := json.Unmarshal(options, &asked); err != nil {
		d.t.Fatal(err)
	}
	var err error
	if d.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		d.t.Fatal(err)
	}
	if d.Handle, err = text.DecodeString(asked.User.ID); err != nil {
		d.t.Fatal(err)
	}
	d.rpID = asked.RP.ID
	d.ID = make([]byte, 32)
	_, _ = rand.Read(d.ID)
	point, err := d.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		d.t.Fatal(err)
	}
	data := d.data(attested)
	data = append(data, make([]byte, 16)...) // no authenticator model
	data = binary.BigEndian.AppendUint16(data, uint16(len(d.ID)))
	data = append(data, d.ID...)
	// COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
	data = append(data, 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32)
	data = append(data, point[1:33]...)
	data = append(data, 0x22, 0x58, 32)
	data = append(data, point[33:]...)
	// CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
	object := append([]byte{0xa3, 0x63}, "fmt"...)
	object = append(append(object, 0x64), "none"...)
	object = append(append(object, 0x67), "attStmt"...)
	object = append(append(object, 0xa0, 0x68), "authData"...)
	object = binary.BigEndian.AppendUint16(append(object, 0x59), uint16(len(data)))
	object = append(object, data...)
	return d.credential(map[string]any{
		"clientDataJSON":    text.EncodeToString(d.clientData("webauthn.create", asked.Challenge)),
		"attestationObject": text.EncodeToString(object), "transports": []string{"internal", "hybrid"},
	})
}

// Get signs a challenge like navigator.credentials.get.
func (d *Device) Get(options json.RawMessage) map[string]any {
	d.t.Helper()
	var asked struct{ Challenge string }
	if err := json.Unmarshal(options, &asked); err != nil {
		d.t.Fatal(err)
	}
	client, data := d.clientData("webauthn.get", asked.Challenge), d.data(0)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, digest[:])
	if err != nil {
		d.t.Fatal(err)
	}
	return d.credential(map[string]any{
		"clientDataJSON": text.EncodeToString(client), "authenticatorData": text.EncodeToString(data),
		"signature": text.EncodeToString(signature), "userHandle": text.EncodeToString(d.Handle),
	})
}

func (d *Device) credential(response map[string]any) map[string]any {
	id := text.EncodeToString(d.ID)
	return map[string]any{
		"id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
		"clientExtensionResults": map[string]any{"credProps": map[string]any{"rk": true}}, "response": response,
	}
}
