package account

import (
	"context"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
)

// Contact is the unverified contact data of somebody without an account, as entered by the counter.
type Contact struct {
	Name, ChineseName string
	Mobile, Email     string // "" if not given
}

// CheckContact normalises the contact data or returns its errors, by the rules of registration. One of the names is
// required; a Chinese name alone is used for both.
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

// OfMobile finds the active account that has verified a number (E.164).
func OfMobile(ctx context.Context, r db.Reader, mobile string) (u User, found bool, err error) {
	if mobile == "" {
		return User{}, false, nil
	}
	u, found, err = findBy(ctx, r, identifier{mobile: mobile})
	return u, found && u.active, err
}

// InUse returns a user whose account is neither disabled nor closed, otherwise fault.NotFound.
func InUse(ctx context.Context, r db.Reader, userID string) (User, error) {
	u, err := Find(ctx, r, userID)
	if err == nil && !u.active {
		err = fault.NotFound()
	}
	return u, err
}
