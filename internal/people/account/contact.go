package account

import (
	"context"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
)

// Contact is who somebody without an account says to be: what the counter writes down. Nothing of it is
// proven.
type Contact struct {
	Name, ChineseName string
	Mobile, Email     string // "" when not given
}

// CheckContact gives the contact in the spelling that is stored, or what is wrong with it, by the rules of
// a registration. One of the names is needed; the Chinese one stands for both where it is alone.
func CheckContact(c Contact) (Contact, []fault.Field) {
	var wrong []fault.Field
	add := func(f *fault.Field) {
		if f != nil {
			wrong = append(wrong, *f)
		}
	}
	add(checkPerson("name", c.Name, c.ChineseName == ""))
	add(checkPerson("chineseName", c.ChineseName, false))
	if c.Name == "" {
		c.Name = c.ChineseName
	}
	if c.Mobile != "" {
		m, ok := ParseMobile(c.Mobile)
		if !ok {
			wrong = append(wrong, fault.Field{Path: "mobile", Code: "mobile-invalid"})
		}
		c.Mobile = m.E164
	}
	e, f := checkEmail(c.Email)
	add(f)
	c.Email = e.typed
	return c, wrong
}

// OfMobile finds the account in use that has proven a number (E.164).
func OfMobile(ctx context.Context, r db.Reader, mobile string) (u User, found bool, err error) {
	if mobile == "" {
		return User{}, false, nil
	}
	u, found, err = findBy(ctx, r, identifier{mobile: mobile})
	return u, found && u.active, err
}

// InUse gives a user whose account is neither disabled nor closed, else fault.NotFound.
func InUse(ctx context.Context, r db.Reader, userID string) (User, error) {
	u, err := Find(ctx, r, userID)
	if err == nil && !u.active {
		err = fault.NotFound()
	}
	return u, err
}
