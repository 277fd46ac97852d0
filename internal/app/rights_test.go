package app_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// testdata/rights.txt, at the root, lists for every call who may make it. It repeats the route table on purpose, so
// that nobody gets a right by a mistake there. RIGHTS=add adds the lines of new office calls, for review in the diff; it
// changes no line, and adds none for a call that others than staff may make.
const rightsFile = "testdata/rights.txt"

func rightOf(c httpd.Call) string { return c.Method + " " + c.Path + " " + c.Access.String() }

func TestP04EveryCallHasItsDocumentedRight(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	text := source.Read(t, rightsFile)
	listed := strings.Split(strings.TrimSpace(string(text)), "\n")
	var table []string
	for _, c := range a.HTTP.Calls() {
		line := rightOf(c)
		table = append(table, line)
		if os.Getenv("RIGHTS") == "add" && strings.HasPrefix(c.Access.String(), "staff:") {
			listed = addRight(listed, c)
		}
		if !slices.Contains(listed, line) {
			t.Errorf("%s lacks, or has another right of: %s", rightsFile, line)
		}
	}
	if added := strings.Join(listed, "\n") + "\n"; added != string(text) && os.Getenv("RIGHTS") == "add" {
		if err := os.WriteFile(source.Path(t, rightsFile), []byte(added), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range listed {
		if !slices.Contains(table, line) {
			t.Errorf("%s lists what is not there: %s", rightsFile, line)
		}
	}
}

// addRight adds the line of a call that has none behind the last one of its path's area.
func addRight(listed []string, c httpd.Call) []string {
	area := strings.Join(strings.SplitN(c.Path, "/", 5)[:4], "/")
	at := len(listed)
	for i, line := range listed {
		_, path, _ := strings.Cut(line, " ")
		if strings.HasPrefix(line, c.Method+" "+c.Path+" ") {
			return listed
		}
		if strings.HasPrefix(path, area+" ") || strings.HasPrefix(path, area+"/") {
			at = i + 1
		}
	}
	return slices.Insert(listed, at, rightOf(c))
}

// somebody is a kind of visitor.
type somebody struct {
	name    string
	client  *testkit.Client
	roles   []string
	user    bool // logged in
	record  bool // with a member record
	pending bool // staff without the second factor that they need
}

// allowed returns whether a visitor has a right of the table, and the status of a refusal.
func (s somebody) allowed(c httpd.Call) (ok bool, status int, code string) {
	right := c.Access.String()
	switch {
	case right == "open":
		return true, 0, ""
	case s.pending:
		own := strings.HasPrefix(c.Path, "/api/member/factor") && !strings.HasSuffix(c.Path, "/remove") && !strings.HasSuffix(c.Path, "/recovery") ||
			slices.Contains([]string{"/api/member/passkey", "/api/member/passkey/begin", "/api/member/passkey/finish"}, c.Path)
		return own, http.StatusForbidden, "second-factor-needed"
	case !s.user:
		return false, http.StatusUnauthorized, "not-logged-in"
	case right == "user":
		return true, 0, ""
	case right == "member":
		return s.record, http.StatusForbidden, "forbidden"
	}
	for role := range strings.SplitSeq(strings.TrimPrefix(right, "staff:"), ",") {
		if slices.Contains(s.roles, role) || slices.Contains(s.roles, "admin") {
			return true, 0, ""
		}
	}
	return false, http.StatusForbidden, "forbidden"
}

var placeholders = strings.NewReplacer("{id}", "none", "{image}", "none", "{key}", "none", "{optionId}", "none", "{number}", "1", "{schedule}", "none", "{look}", "none", "{kind}", "transfer", "{file}", "none", "{locale}", "en")

// walk makes every call as one visitor. Calls that change something get a body that no call accepts, so that an allowed
// call changes nothing; a visitor without the right is refused before the body is read.
func (s somebody) walk(t *testing.T, calls []httpd.Call) {
	t.Helper()
	for _, c := range calls {
		path := placeholders.Replace(c.Path)
		ok, status, code := s.allowed(c)
		var r *testkit.Response
		if unsafe(c.Method) {
			r = s.client.Do(c.Method, path, "{")
		} else {
			r = s.client.Get(path)
		}
		refused := r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden
		switch {
		case !ok && (r.Status != status || r.Code() != code):
			t.Errorf("%s, %s: %d %s, want %d %s", s.name, rightOf(c), r.Status, r.Code(), status, code)
		case ok && unsafe(c.Method) && r.Status != http.StatusBadRequest:
			t.Errorf("%s, %s: %d %s, want a refusal of its body", s.name, rightOf(c), r.Status, r.Body)
		case ok && !unsafe(c.Method) && (refused || r.Status >= 500):
			t.Errorf("%s, %s: %d %s", s.name, rightOf(c), r.Status, r.Body)
		// Responses with limited access are not cached by browsers; the position states, which have an ETag, contain no
		// names.
		case c.Access.String() != "open" && !c.Tagged && !strings.Contains(r.Header.Get("Cache-Control"), "no-store"):
			t.Errorf("%s, %s: may be kept: %q", s.name, rightOf(c), r.Header.Get("Cache-Control"))
		}
	}
}

// P04, P09: every call of the table by every kind of visitor, with files, exports and searches.
func TestP04P09EveryCallByEveryVisitor(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		calls := a.HTTP.Calls()
		for _, path := range []string{"/api/admin/form-entry", "/api/admin/audit/export", "/api/admin/report/export/{file}", "/api/admin/invoice", "/api/admin/member"} {
			if !slices.ContainsFunc(calls, func(c httpd.Call) bool { return c.Path == path && strings.HasPrefix(c.Access.String(), "staff:") }) {
				t.Errorf("%s is not there, or not the office's alone", path)
			}
		}
		bare := a.Guest()
		_, err := a.Accounts.CreateUser(t.Context(), account.NewUser{Name: "No Record", Email: "bare@temple.example", Password: "three-lotus-lamps", Locale: locale.EN})
		if err != nil {
			t.Fatal(err)
		}
		logIn(bare, "bare@temple.example", "three-lotus-lamps").Want(200)
		all := []somebody{
			{name: "guest", client: a.Guest()},
			{name: "member", client: a.NewMember(t, "Amy", "+6581110009"), user: true, record: true},
			{name: "user without a member record", client: bare, user: true},
		}
		for _, role := range account.Roles {
			c := a.Staff(t, role)
			n := a.Count(t, "SELECT count(*) FROM members m JOIN user_roles r ON r.user_id = m.user_id WHERE r.role = $1", role)
			all = append(all, somebody{name: role, client: c, roles: []string{role}, user: true, record: n > 0})
		}
		for _, s := range all {
			s.walk(t, calls)
		}
		// Outside a demonstration these sessions lack a second factor.
		stale := a.Staff(t, "admin")
		disabled := a.Staff(t, "editor")
		a.Exec(t, "DELETE FROM settings WHERE key = 'demo'")
		somebody{name: "staff without a second factor", client: stale, pending: true}.walk(t, calls)
		a.Exec(t, "INSERT INTO settings (key, value) VALUES ('demo', '1')")
		a.Exec(t, "UPDATE users SET status = 'disabled' WHERE email_key = 'editor@temple.example'")
		somebody{name: "disabled staff", client: disabled}.walk(t, calls)
	})
}

func logIn(c *testkit.Client, who, password string) *testkit.Response {
	return c.Post("/api/auth/authentication", map[string]any{"identifier": who, "password": password})
}

// canaries are values that only their owner may read.
var canaries = []string{"Tan Bee Leng", "陈美玲", "91234567", "member@temple.example", "treasurer@temple.example"}

// P07: a disabled account loses access at once, everywhere. P08: a guarded page reveals nothing to others, neither in
// its HTML nor in its data.
func TestP07P08GuardedPagesRevealNothingToStrangers(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		a.Member(t).Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
		gone, admin := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		gone.Get("/api/admin/payment").Want(200)
		id := staffID(t, admin, "treasurer@temple.example")
		admin.Post("/api/admin/staff/"+id+"/disable", nil).Want(200)
		if r := gone.Get("/api/admin/payment"); r.Status != 401 || r.Code() != "not-logged-in" {
			t.Errorf("disabled, one request later: %d %s", r.Status, r.Body)
		}
		if r := logIn(a.Guest(), "treasurer@temple.example", "temple-office-2026"); r.Status != 401 || r.Code() != "wrong-credentials" {
			t.Errorf("the disabled log in: %d %s", r.Status, r.Body)
		}
		visitors := map[string]*testkit.Client{"guest": a.Guest(), "disabled": gone}
		looked := 0
		for _, p := range a.HTTP.Pages() {
			if p.Path == "" || !p.Personal && len(p.Guards) == 0 {
				continue
			}
			for _, l := range locale.All {
				path := l.Path(strings.NewReplacer(":id", "none", ":key", "none").Replace(p.Path))
				for who, c := range visitors {
					looked++
					for _, at := range []string{path, strings.TrimSuffix(path, "/") + "/_payload.json"} {
						r := c.Get(at)
						if r.Status >= 500 {
							t.Errorf("%s at %s: %d", who, at, r.Status)
						}
						for _, word := range canaries {
							if strings.Contains(string(r.Body), word) {
								t.Errorf("%s reads %q at %s", who, word, at)
							}
						}
						if slices.Contains(p.Guards, "require-auth") && r.Status == 200 && !strings.Contains(string(r.Body), `"data":null`) {
							t.Errorf("%s at %s: %s", who, at, r.Body)
						}
					}
				}
			}
		}
		if looked < 40 {
			t.Errorf("only %d pages: where are they?", looked)
		}
		admin.Post("/api/admin/staff/"+id+"/enable", nil).Want(200)
		gone.Get("/api/admin/payment").Want(401) // the old session stays ended
		a.Staff(t, "treasurer").Get("/api/admin/payment").Want(200)
	})
}

func staffID(t *testing.T, admin *testkit.Client, email string) string {
	t.Helper()
	var list staff.List
	admin.Get("/api/admin/staff").Want(200).JSON(&list)
	for _, m := range list.Staff {
		if m.Email == email {
			return m.ID
		}
	}
	t.Fatalf("nobody has %s", email)
	return ""
}

// A change of roles takes effect at once, in every session.
func TestARemovedRoleOpensNothing(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Staff(t, "counter")
		c.Get("/api/admin/member?q=tan").Want(200)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			u, _, err := a.Accounts.FindByLogin(ctx, "counter@temple.example")
			if err != nil {
				return err
			}
			return tx.EraseRoles(ctx, u.ID)
		})
		if r := c.Get("/api/admin/member?q=tan"); r.Status != 403 {
			t.Errorf("%s", fmt.Sprint(r.Status, string(r.Body)))
		}
	})
}
