package app

import (
	"context"
	"net/http"

	"shanmen/internal/people/account"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/httpd"
)

// apiTable lists every API call with the right it needs, one file per area. Request and response types are next to
// their functions.
func (a *App) apiTable() {
	for _, area := range []struct {
		name, about string
		routes      func()
	}{
		{"Public pages", "Public reads: content, the catalogue, events; and messages to the office", a.publicRoutes},
		{"Accounts", "Login, registration, second factors, passkeys, family book, personal data", a.accountRoutes},
		{"Orders", "Cart, payment, the member's invoices, subscriptions and renewals", a.orderRoutes},
		{"Counter", "Members and their invoices, counter orders (walk-ins), cash box shifts", a.counterRoutes},
		{"Treasury", "Payments to check, orders, refunds, late money", a.treasuryRoutes},
		{"Bank", "Bank statements and their lines", a.bankRoutes},
		{"Reports", "Figures and exports", a.reportRoutes},
		{"Office", "Staff, audit trail, imported lists, settings, message texts, events, failed mails and texts", a.controlRoutes},
		{"Halls", "Halls, towers, rows and their positions", a.hallRoutes},
		{"Editing", "Drafts, versions, publishing", a.editingRoutes},
		{"Pictures", "The library of pictures", a.libraryRoutes},
		{"Ceremonies", "Ceremonies, sittings, lists and the merit wall", a.ceremonyRoutes},
		{"Printing", "Tablets and other prints, their layouts and runs", a.printRoutes},
	} {
		a.HTTP.Area(area.name, area.about)
		area.routes()
	}
}

// The groups of callers. An administrator may make every call of the office, although the tables name only the other
// roles (httpd.Visitor.Has).
var (
	everybody       = httpd.Open
	users           = httpd.User
	members         = httpd.Member
	staffers        = httpd.Staff(account.Roles...)
	admin           = httpd.Staff("admin")
	treasurer       = httpd.Staff("treasurer")
	counter         = httpd.Staff("counter", "treasurer")
	counterOnly     = httpd.Staff("counter")
	editor          = httpd.Staff("editor")
	priceReaders    = httpd.Staff("editor", "treasurer")
	editorOrCounter = httpd.Staff("editor", "counter")
)

// option sets what few calls need besides path, right and function.
type option func(*httpd.Call)

const kB = 1 << 10

// upTo sets the maximum body size in bytes; the default is 16 kB.
func upTo(bytes int64) option { return func(c *httpd.Call) { c.MaxBody = bytes } }

func once(c *httpd.Call)      { c.Once = true }      // moves money: requires an Idempotency-Key
func secret(c *httpd.Call)    { c.Secret = true }    // the body contains a password
func shared(c *httpd.Call)    { c.Shared = true }    // equal for all visitors, and cached like pages
func patient(c *httpd.Call)   { c.Patient = true }   // may read for minutes
func dear(c *httpd.Call)      { c.Dear = true }      // an expensive read
func tagged(c *httpd.Call)    { c.Tagged = true }    // answers with an ETag, so that browsers can revalidate it
func verbatim(c *httpd.Call)  { c.Verbatim = true }  // the body has a format of others
func multipart(c *httpd.Call) { c.Multipart = true } // reads the body itself

// The classes of calls that their kind does not give.
func payments(c *httpd.Call) { c.Class = admission.Payments }
func logins(c *httpd.Call)   { c.Class = admission.Logins } // hashes a password
func papers(c *httpd.Call)   { c.Class = admission.Papers } // draws a document

// handler is a call with a JSON body and a JSON answer; writer is one that writes its own answer.
type (
	handler[In, Out any] = func(context.Context, *In) (*Out, error)
	writer               = func(http.ResponseWriter, *http.Request) error
)

func call(method, path string, who httpd.Access, summary string, options []option) httpd.Call {
	c := httpd.Call{Method: method, Path: path, Access: who, Summary: summary}
	for _, o := range options {
		o(&c)
	}
	return c
}

func get[In, Out any](s *httpd.Server, path string, who httpd.Access, summary string, fn handler[In, Out], more ...option) {
	httpd.API(s, call(http.MethodGet, path, who, summary, more), fn)
}

func post[In, Out any](s *httpd.Server, path string, who httpd.Access, summary string, fn handler[In, Out], more ...option) {
	httpd.API(s, call(http.MethodPost, path, who, summary, more), fn)
}

func put[In, Out any](s *httpd.Server, path string, who httpd.Access, summary string, fn handler[In, Out], more ...option) {
	httpd.API(s, call(http.MethodPut, path, who, summary, more), fn)
}

func patch[In, Out any](s *httpd.Server, path string, who httpd.Access, summary string, fn handler[In, Out], more ...option) {
	httpd.API(s, call(http.MethodPatch, path, who, summary, more), fn)
}

func del[In, Out any](s *httpd.Server, path string, who httpd.Access, summary string, fn handler[In, Out], more ...option) {
	httpd.API(s, call(http.MethodDelete, path, who, summary, more), fn)
}

func rawGet(s *httpd.Server, path string, who httpd.Access, summary string, fn writer, more ...option) {
	httpd.Raw(s, call(http.MethodGet, path, who, summary, more), fn)
}

func rawPost(s *httpd.Server, path string, who httpd.Access, summary string, fn writer, more ...option) {
	httpd.Raw(s, call(http.MethodPost, path, who, summary, more), fn)
}
