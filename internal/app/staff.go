package app

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
)

// listStaff prints every staff account with its roles and second factors.
func (a *App) listStaff(ctx context.Context, stdout io.Writer) error {
	list, err := a.StaffAccounts.List(ctx, nil)
	if err != nil {
		return err
	}
	if len(list.Staff) == 0 {
		_, err = fmt.Fprintln(stdout, `There is nobody yet: "shanmen staff add" creates the first account.`)
		return err
	}
	w := tabwriter.NewWriter(stdout, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "NAME\tLOGIN\tROLES\tSECOND STEP\tSTATUS")
	for _, m := range list.Staff {
		var has []string
		if m.TOTP {
			has = append(has, "app")
		}
		if m.Passkeys > 0 {
			has = append(has, fmt.Sprintf("passkeys: %d", m.Passkeys))
		}
		status := "active"
		if !m.Active {
			status = "disabled"
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", m.Name, cmp.Or(m.Email, m.Mobile), strings.Join(m.Roles, ","), cmp.Or(strings.Join(has, ", "), "none"), status)
	}
	return w.Flush()
}

// resetFactor removes the second factor of a login name: for somebody who lost both phone and recovery codes when no
// administrator can help.
func (a *App) resetFactor(ctx context.Context, login string, stdout io.Writer) error {
	u, found, err := a.Accounts.FindByLogin(ctx, login)
	if err != nil {
		return err
	}
	if !found || !u.Staff() {
		return fmt.Errorf("nobody of the office logs in as %q; \"shanmen staff list\" shows who there is", login)
	}
	if err := a.StaffAccounts.ResetFactor(ctx, u.ID, "system"); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s is logged out everywhere, and sets up a new second step at the next login.\n", u.Name)
	return err
}

// addStaff asks for the data of a new account. Refused input is asked again, with the message that the site would show.
func (a *App) addStaff(ctx context.Context, ask *asker) error {
	n := account.NewUser{Locale: locale.EN}
	read := func(into *string, what string) func() error {
		return func() (err error) {
			*into, err = ask.line(ctx, what)
			return err
		}
	}
	questions := []struct {
		fields []string // the refused fields that ask this question again
		ask    func() error
	}{
		{[]string{"name"}, read(&n.Name, "Name")},
		{[]string{"mobile"}, read(&n.Mobile, "Mobile number (may be empty)")},
		{[]string{"mobile", "email"}, read(&n.Email, "E-mail address (may be empty when there is a number)")},
		{[]string{"roles"}, func() error {
			line, err := ask.line(ctx, "Roles ("+strings.Join(account.Roles, ", ")+"; separated by commas)")
			n.Roles = strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return r == ',' || r == ' ' })
			return err
		}},
		{[]string{"password"}, func() (err error) {
			n.Password, err = ask.password(ctx, "Password (at least 15 characters)")
			return err
		}},
	}
	wrong := map[string]bool{"name": true, "mobile": true, "email": true, "roles": true, "password": true}
	for {
		for _, q := range questions {
			again := false
			for _, f := range q.fields {
				again = again || wrong[f]
			}
			if !again {
				continue
			}
			if err := q.ask(); err != nil {
				return err
			}
		}
		_, err := a.Accounts.CreateStaff(ctx, n)
		refused, ok := fault.Of(err)
		switch {
		case err == nil:
			return a.staffReady(ctx, ask)
		case !ok || len(refused.Fields) == 0:
			return err
		}
		clear(wrong)
		for _, f := range refused.Fields {
			wrong[f.Path] = true
			ask.say("  " + f.Path + ": " + a.Messages.T(locale.EN, "fault."+f.Code, f.Params))
		}
	}
}

// staffReady prints what to do next.
func (a *App) staffReady(ctx context.Context, ask *asker) error {
	ask.say("\nThe account is ready. Log in at " + a.Config.base.String() + "/admin")
	demo, err := a.Accounts.IsDemo(ctx)
	if err == nil && !demo {
		ask.say("The first login sets up a second step: an app that makes codes, or a passkey.")
	}
	return err
}

// asker runs a dialogue on the command line.
type asker struct {
	out    io.Writer
	lines  *bufio.Reader
	screen *os.File // the terminal; nil when answers come from a file
}

func newAsker(in io.Reader, out io.Writer) *asker {
	k := &asker{out: out, lines: bufio.NewReader(in)}
	if f, ok := in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		k.screen = f
	}
	return k
}

func (k *asker) say(text string) { _, _ = fmt.Fprintln(k.out, text) }

var errNoAnswer = errors.New("the answers ended before the account was made")

// line asks one question. End of input and the end of ctx are errors.
func (k *asker) line(ctx context.Context, what string) (string, error) {
	_, _ = fmt.Fprint(k.out, what+": ")
	return k.read(ctx, func() (string, error) {
		text, err := k.lines.ReadString('\n')
		if errors.Is(err, io.EOF) && text != "" {
			err = nil
		}
		return strings.TrimSpace(text), err
	})
}

// password asks twice at a terminal without echo, and once otherwise. It is kept exactly as typed, including spaces.
func (k *asker) password(ctx context.Context, what string) (string, error) {
	if k.screen == nil {
		_, _ = fmt.Fprint(k.out, what+": ")
		return k.read(ctx, func() (string, error) {
			text, err := k.lines.ReadString('\n')
			if errors.Is(err, io.EOF) && text != "" {
				err = nil
			}
			return strings.TrimRight(text, "\r\n"), err
		})
	}
	for {
		first, err := k.hidden(ctx, what)
		if err != nil {
			return "", err
		}
		second, err := k.hidden(ctx, "The same again")
		if err != nil || first == second {
			return first, err
		}
		k.say("  The two differ.")
	}
}

func (k *asker) hidden(ctx context.Context, what string) (string, error) {
	fd := int(k.screen.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", fmt.Errorf("terminal: %w", err)
	}
	_, _ = fmt.Fprint(k.out, what+": ")
	text, err := k.read(ctx, func() (string, error) {
		b, err := term.ReadPassword(fd)
		return string(b), err
	})
	_ = term.Restore(fd, before) // restore the echo when the user interrupts
	k.say("")
	return text, err
}

// read waits for an answer or for the stop signal.
func (k *asker) read(ctx context.Context, answer func() (string, error)) (string, error) {
	type result struct {
		text string
		err  error
	}
	got := make(chan result, 1)
	go func() {
		text, err := answer()
		got <- result{text, err}
	}()
	select {
	case r := <-got:
		if errors.Is(r.err, io.EOF) {
			return "", errNoAnswer
		}
		return r.text, r.err
	case <-ctx.Done():
		return "", errNoAnswer
	}
}
