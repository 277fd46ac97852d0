// Package account manages identities: users, passwords, sessions and one-time passwords.
//
// A mobile number or e-mail address belongs to an account only once it is verified; until then it finds nobody. No
// account exists before its first code was typed, so nobody can occupy another's number in advance.
//
// A call that a stranger may make costs the same for known and unknown numbers: an account is found by one statement, a
// code that reaches nobody leaves an outbox row too, a password is hashed either way. enumeration_test.go compares the
// statements. When a password, number or address changes, RevokeAccess (mobile.go) ends other sessions, codes and
// tickets; tickets that undo the change stay valid for the owner.
package account

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account/password"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Roles of the office. An administrator has all rights of the others.
var Roles = []string{"counter", "treasurer", "editor", "ritual", "admin"}

// Service manages the accounts of one temple. Its function fields are hooks of higher features, set by app.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger // nil: slog.Default
	// Logins admits the hashing of passwords; nil: a gate of its own.
	Logins *admission.Gate
	// LightPasswords uses a cheap hash, for tests only.
	LightPasswords bool
	// SMSCountries are the calling codes to which codes are sent by SMS, such as "65". Empty: 65 and 60.
	SMSCountries []string
	// NoSMS: there is no SMS transport, so a code goes by mail if there is an address.
	NoSMS bool

	// OnProven runs in the transaction in which an account verifies its mobile number.
	OnProven func(ctx context.Context, tx *db.Tx, userID, mobile string) error
	// OnLogin runs in the transaction of a login, while the guest's session ("" without one) still exists.
	OnLogin func(ctx context.Context, tx *db.Tx, oldSessionID, userID string) error
	// CartCount returns the number of items in the visitor's cart; 0 without a cart.
	CartCount func(ctx context.Context, v httpd.Visitor) (int, error)

	// Site is the public address of the temple; passkeys belong to its host. nil: no passkeys.
	Site *url.URL

	hasherOnce sync.Once
	hasher     *password.Hasher
	partyOnce  sync.Once
	party      *webauthn.WebAuthn
}

func (s *Service) passwords() *password.Hasher {
	s.hasherOnce.Do(func() {
		cost := password.Cost{}
		if s.LightPasswords {
			cost = password.Cost{Passes: 1, MemoryKiB: 64}
		}
		gate := s.Logins
		if gate == nil {
			gate = admission.New(s.Clock, 0).Gate(admission.Logins)
		}
		s.hasher = password.New(cost, gate)
	})
	return s.hasher
}

// checkPassword validates a new password for an account with a mobile number, in any spelling.
func checkPassword(chosen string, least int, mobile string) *fault.Field {
	return password.Check(chosen, least, func(text string) bool {
		own, ok := ParseMobile(mobile)
		same, number := ParseMobile(text)
		return ok && number && same.E164 == own.E164
	})
}

func (s *Service) log() *slog.Logger {
	if s.Log == nil {
		return slog.Default()
	}
	return s.Log
}

// User is an account. Mobile and Email may be unverified: see MobileVerified and EmailConfirmed.
type User struct {
	ID             string
	Name           string
	ChineseName    string
	Mobile         string // E.164, or ""
	MobileVerified bool
	Email          string // as typed, or ""
	EmailConfirmed bool
	Locale         locale.Locale
	Roles          []string
	MemberID       string // "" for staff without a member record
	MemberSince    time.Time
	Policies       string    // the policy versions last agreed to
	ClosesAt       time.Time // when a closed account will be erased; zero: not closed
	Reminders      string    // one of RemindersBoth, …
	News           bool      // wants mails about events
	TextSize       int       // 1 to 3; 0: set per device

	active       bool
	closed       bool // erased: only the id remains
	passwordHash string
}

// Staff returns whether the user has any role of the office.
func (u User) Staff() bool { return len(u.Roles) > 0 }

// Active returns whether the account can log in; the office may disable it.
func (u User) Active() bool { return u.active }

// Closed returns whether the account is erased: only its id remains.
func (u User) Closed() bool { return u.closed }

// HasPassword returns whether a password was chosen; invited users have none.
func (u User) HasPassword() bool { return u.passwordHash != "" }

// MailTo is the address for mails to the user: "" unless it is confirmed, because before that it may be somebody
// else's.
func (u User) MailTo() string {
	if u.EmailConfirmed {
		return u.Email
	}
	return ""
}

// TextTo is the number for SMS to the user, "" unless it is verified.
func (u User) TextTo() string {
	if u.MobileVerified {
		return u.Mobile
	}
	return ""
}

// The channels for renewal reminders, as chosen by the user.
const (
	RemindersBoth = "both"
	RemindersMail = "mail"
	RemindersSMS  = "sms"
	RemindersNone = "none"
)

// RemindBy returns where renewal reminders go: the verified address and number that the user has chosen, "" for a
// channel not used. Receipts and codes use MailTo and TextTo.
func (u User) RemindBy() (mail, text string) {
	if u.Closing() { // a closed account gets no reminders
		return "", ""
	}
	if u.Reminders == RemindersBoth || u.Reminders == RemindersMail {
		mail = u.MailTo()
	}
	if u.Reminders == RemindersBoth || u.Reminders == RemindersSMS {
		text = u.TextTo()
	}
	return mail, text
}

// Find loads a user, including disabled ones. An unknown id is fault.NotFound.
func Find(ctx context.Context, r db.Reader, userID string) (User, error) {
	row, err := r.Account(ctx, userID)
	if err != nil {
		return User{}, db.NotFound(fmt.Errorf("user %s: %w", userID, err))
	}
	return userOf(row), nil
}

// NameOf is a user's name, "" for an erased user or none.
func NameOf(ctx context.Context, r db.Reader, userID string) (string, error) {
	u, err := Find(ctx, r, userID)
	if errors.Is(err, fault.NotFound()) {
		return "", nil
	}
	return u.Name, err
}

func userOf(row query.AccountRow) User {
	u := User{
		ID: row.User.ID, Name: row.User.Name, ChineseName: row.User.ChineseName,
		Mobile: row.User.Mobile, MobileVerified: row.User.MobileVerified,
		Email: row.User.Email, EmailConfirmed: row.User.EmailConfirmed,
		Locale: locale.Locale(row.User.Locale), Roles: SplitRoles(row.Roles),
		Reminders: row.User.Reminders, News: row.User.News, TextSize: int(row.User.TextSize),
		active: row.User.Status == StatusActive, closed: row.User.Status == statusClosed, passwordHash: row.User.PasswordHash,
	}
	u.Policies = row.User.AcceptedPolicies
	if row.User.ClosesAt > 0 {
		u.ClosesAt = row.User.ClosesAt.Time()
	}
	if row.MemberID != nil {
		u.MemberID = *row.MemberID
	}
	if row.MemberSince != 0 {
		u.MemberSince = clock.Millis(row.MemberSince).Time()
	}
	return u
}

const (
	StatusActive   = "active" // can log in
	statusDisabled = "disabled"
)

// SetActive disables an account, ending its sessions at once and keeping its records, or enables it. An unknown id is
// fault.NotFound.
func (s *Service) SetActive(ctx context.Context, tx *db.Tx, userID string, active bool) error {
	status := StatusActive
	if !active {
		status = statusDisabled
	}
	n, err := tx.SetUserStatus(ctx, query.SetUserStatusParams{Status: status, UpdatedAt: clock.MillisOf(s.Clock.Now()), ID: userID})
	switch {
	case err != nil:
		return fmt.Errorf("status: %w", err)
	case n == 0:
		return fault.NotFound()
	}
	if err := indexForSearch(ctx, tx, userID); err != nil || active {
		return err
	}
	if err := EndSessions(ctx, tx, userID, ""); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	return nil
}

// LockedUser is Find with a lock until the commit. A login concurrent with a password change either comes first, and
// its session is ended with the others, or comes after and sees the new password.
func LockedUser(ctx context.Context, tx *db.Tx, userID string) (User, error) {
	if _, err := tx.LockUser(ctx, userID); err != nil {
		return User{}, fmt.Errorf("lock user: %w", err)
	}
	return Find(ctx, tx.Queries, userID)
}

// findBy finds the owner of a verified number or address; found is false if there is none. It is one SQL statement in
// both cases.
func findBy(ctx context.Context, r db.Reader, who identifier) (u User, found bool, err error) {
	var row query.AccountRow
	if who.mobile != "" {
		var is query.AccountByMobileRow
		is, err = r.AccountByMobile(ctx, who.mobile)
		row = query.AccountRow(is)
	} else {
		var is query.AccountByEmailRow
		is, err = r.AccountByEmail(ctx, who.emailKey)
		row = query.AccountRow(is)
	}
	if errors.Is(err, db.ErrNoRows) {
		return User{}, false, nil
	}
	if err != nil {
		return User{}, false, fmt.Errorf("find account: %w", err)
	}
	return userOf(row), true, nil
}

// SplitRoles parses a comma-separated list of roles.
func SplitRoles(s string) []string {
	if s == "" {
		return nil
	}
	roles := strings.Split(s, ",")
	slices.Sort(roles)
	return roles
}

// NewUser is an account created by the office or the demonstration. Its number and address count as verified.
type NewUser struct {
	Name, ChineseName string
	Mobile            string // any spelling, or ""
	Email             string // or ""
	Password          string
	Locale            locale.Locale
	Roles             []string
	Member            bool   // with a member record
	Policies          string // the policy versions agreed to on paper; "": the user is asked

	audited bool
}

// CreateStaff creates a staff account: at least one role, and outside a demonstration a password of 15 characters.
// Refusals are faults with fields.
func (s *Service) CreateStaff(ctx context.Context, n NewUser) (userID string, err error) {
	if len(n.Roles) == 0 {
		return "", fault.At("roles", "required")
	}
	demo, err := s.IsDemo(ctx)
	if err != nil {
		return "", err
	}
	least := password.LeastOfStaff
	if demo {
		least = password.LeastOfMember
	}
	n.audited = true
	create, err := s.prepare(ctx, n, least)
	if err != nil {
		return "", err
	}
	return db.WriteValue(ctx, s.DB, create)
}

// CreateUser creates an account with a verified number and address. "mobile-taken" and "email-taken" refuse those
// verified by another account.
func (s *Service) CreateUser(ctx context.Context, n NewUser) (userID string, err error) {
	create, err := s.PrepareUser(ctx, n)
	if err != nil {
		return "", err
	}
	return db.WriteValue(ctx, s.DB, create)
}

// PrepareUser is CreateUser in two steps: the slow preparation, and the insert in the caller's transaction.
func (s *Service) PrepareUser(ctx context.Context, n NewUser) (create func(context.Context, *db.Tx) (userID string, err error), err error) {
	return s.prepare(ctx, n, password.LeastOfMember)
}

// prepare is PrepareUser with a minimum password length.
func (s *Service) prepare(ctx context.Context, n NewUser, least int) (create func(context.Context, *db.Tx) (userID string, err error), err error) {
	checked, err := s.checkNew(n, least)
	if err != nil {
		return nil, err
	}
	if checked.passwordHash, err = s.passwords().Hash(ctx, n.Password); err != nil {
		return nil, err
	}
	checked.mobileVerified, checked.emailConfirmed = checked.mobile != "", checked.email.key != ""
	return func(ctx context.Context, tx *db.Tx) (string, error) {
		userID, err := s.insertNew(ctx, tx, checked)
		if err != nil || !n.audited {
			return userID, err
		}
		return userID, audit.Note(ctx, tx, "staff.add", "user:"+userID, nil, map[string]any{"roles": n.Roles})
	}, nil
}

// checkNew validates a new account. Its number and address are unverified. The password needs the minimum length; 0
// means no password yet.
func (s *Service) checkNew(n NewUser, least int) (insertion, error) {
	var wrong []fault.Field
	add := func(f *fault.Field) {
		if f != nil {
			wrong = append(wrong, *f)
		}
	}
	add(checkPerson("name", n.Name, true))
	add(checkPerson("chineseName", n.ChineseName, false))
	if least > 0 {
		add(checkPassword(n.Password, least, n.Mobile))
	}
	var mobile Mobile
	if n.Mobile != "" {
		var ok bool
		if mobile, ok = ParseMobile(n.Mobile); !ok {
			wrong = append(wrong, fault.Field{Path: "mobile", Code: "mobile-invalid"})
		}
	}
	email, f := checkEmail(n.Email)
	add(f)
	if n.Mobile == "" && n.Email == "" {
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "required"})
	}
	for _, r := range n.Roles {
		if !slices.Contains(Roles, r) {
			wrong = append(wrong, fault.Field{Path: "roles", Code: "not-a-choice"})
			break
		}
	}
	return insertion{
		name: n.Name, chineseName: n.ChineseName, mobile: mobile.E164, email: email, locale: n.Locale,
		roles: n.Roles, member: n.Member, policies: n.Policies,
	}, fault.InvalidFields(wrong)
}

// insertNew is insert, unless another account has verified the number or address.
func (s *Service) insertNew(ctx context.Context, tx *db.Tx, n insertion) (string, error) {
	if n.mobile != "" {
		if _, taken, err := findBy(ctx, tx.Queries, identifier{mobile: n.mobile}); err != nil || taken {
			return "", takenOr(err, "mobile", "mobile-taken")
		}
	}
	if n.email.key != "" {
		if _, taken, err := findBy(ctx, tx.Queries, identifier{emailKey: n.email.key}); err != nil || taken {
			return "", takenOr(err, "email", "email-taken")
		}
	}
	return s.insert(ctx, tx, n)
}

func takenOr(err error, field, code string) error {
	if err != nil {
		return err
	}
	return fault.At(field, code)
}

// insertion is a validated new user.
type insertion struct {
	name, chineseName, mobile      string
	mobileVerified, emailConfirmed bool
	email                          email
	passwordHash                   string
	locale                         locale.Locale
	policies                       string
	roles                          []string
	member                         bool
}

func (s *Service) insert(ctx context.Context, tx *db.Tx, n insertion) (string, error) {
	now := s.Clock.Now()
	userID := newID()
	row := query.AddUserParams{
		ID: userID, Name: n.name, ChineseName: n.chineseName, Mobile: n.mobile, MobileVerified: n.mobileVerified,
		Email: n.email.typed, EmailKey: n.email.key, EmailConfirmed: n.emailConfirmed,
		PasswordHash: n.passwordHash, Locale: string(n.locale), AcceptedPolicies: n.policies,
		CreatedAt: clock.MillisOf(now), UpdatedAt: clock.MillisOf(now),
	}
	if n.policies != "" {
		row.AcceptedAt = clock.MillisOf(now)
	}
	if err := tx.AddUser(ctx, row); err != nil {
		return "", fmt.Errorf("add user: %w", err)
	}
	if n.policies != "" {
		if err := s.consent(ctx, tx, userID, "", n.policies, n.locale); err != nil {
			return "", err
		}
	}
	for _, r := range n.roles {
		if err := tx.AddUserRole(ctx, query.AddUserRoleParams{UserID: userID, Role: r}); err != nil {
			return "", fmt.Errorf("add role: %w", err)
		}
	}
	if n.member {
		if _, err := tx.EnsureMember(ctx, query.EnsureMemberParams{ID: newID(), UserID: userID, CreatedAt: clock.MillisOf(now)}); err != nil {
			return "", fmt.Errorf("add member: %w", err)
		}
	}
	return userID, indexForSearch(ctx, tx, userID)
}

// IsDemo returns whether this database is marked as a demonstration.
func (s *Service) IsDemo(ctx context.Context) (bool, error) {
	v, err := s.DB.Read().Setting(ctx, "demo")
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	return v == demoMark, err
}

// demoMark is the value of the setting "demo" in a demonstration.
const demoMark = "1"

// FindByLogin finds an account by its login, a mobile number or an e-mail address.
func (s *Service) FindByLogin(ctx context.Context, login string) (u User, found bool, err error) {
	who := parseIdentifier(login)
	if who == (identifier{}) {
		return u, false, nil
	}
	return findBy(ctx, s.DB.Read(), who)
}
