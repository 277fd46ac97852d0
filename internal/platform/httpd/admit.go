package httpd

import (
	"cmp"
	"context"
	"net/http"

	"shanmen/internal/platform/admission"
)

// ClassOf returns the class of a call: its own, or by its kind.
func (c Call) ClassOf() admission.Class {
	switch {
	case c.Class != admission.Unset:
		return c.Class
	case c.Patient:
		return admission.Exports
	case c.Multipart:
		return admission.Pictures
	case c.reads():
		return admission.Reading
	}
	return admission.Payments
}

// ClassOf returns the class of a page's data.
func (s PageSpec) ClassOf() admission.Class { return cmp.Or(s.Class, admission.Reading) }

func (c Call) reads() bool { return c.Method == http.MethodGet || c.Method == http.MethodHead }

// door is the class in which the visitor of a call is looked up: Payments or Reading.
func (c Call) door() admission.Class {
	if class := c.ClassOf(); class == admission.Reading || c.reads() && class != admission.Payments {
		return admission.Reading
	}
	return admission.Payments
}

// enter takes a slot of Payments or Reading for the request, unless it has one.
func (s *Server) enter(ctx context.Context, x *exchange, class admission.Class) error {
	if x.slot != nil {
		return nil
	}
	browser := ""
	if x.r != nil {
		browser = s.sessionToken(x.r)
	}
	leave, err := s.cfg.Admission.Gate(class).Enter(ctx, admission.Work{Owner: cmp.Or(browser, x.ip)})
	if err == nil {
		x.slot = leave
	}
	return err
}

// giveBack releases the slot, before the request waits for anything else or its response begins.
func (x *exchange) giveBack() {
	if x.slot != nil {
		x.slot()
		x.slot = nil
	}
}

// GiveBack releases the request's slot of Payments or Reading, before it waits for work of another class.
func GiveBack(ctx context.Context) { exchangeOf(ctx).giveBack() }

// proceed lets a call whose visitor is known and whose turn has come begin, and returns its context. Logins and uploads
// take their slot when they compute, but are refused now if there were no place for them.
func (s *Server) proceed(r *http.Request, x *exchange, c Call) (*http.Request, error) {
	class, who := c.ClassOf(), cmp.Or(x.visitor.UserID, x.ip)
	gate, ctx := s.cfg.Admission.Gate(class), admission.For(r.Context(), who, s.cfg.Clock.Now())
	r = r.WithContext(ctx)
	if class != c.door() || c.Multipart { // the sender of an upload may be slow
		x.giveBack()
	}
	switch {
	case class == admission.Logins || class == admission.Pictures:
		return r, gate.Check(who)
	case class == admission.Exports:
		leave, err := gate.Enter(ctx, admission.Work{Owner: who, Slow: !x.visitor.Staff()})
		if err != nil {
			return r, err
		}
		x.leave = append(x.leave, leave)
		return r.WithContext(admission.Unhurried(ctx)), nil
	case class == admission.Papers:
		leave, err := gate.Enter(ctx, admission.Work{Owner: who})
		x.slot = leave
		return r.WithContext(admission.Holding(ctx, gate)), err
	case c.Multipart:
		return r, nil
	}
	return r, s.enter(ctx, x, class)
}

// Aside waits for another server without the call's slot of Payments or Reading, and takes one again. A call holds no
// slot of another class here.
func Aside(ctx context.Context, wait func() error) error {
	x := exchangeOf(ctx)
	if x.slot == nil {
		return wait()
	}
	x.giveBack()
	err := wait()
	if back := x.server.enter(ctx, x, admission.Payments); err == nil {
		err = back
	}
	return err
}
