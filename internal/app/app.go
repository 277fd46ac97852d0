// Package app assembles the program: the table of all routes, and the order of start and stop.
//
// jobs.go is the table of periodic jobs: name, interval, function. Package job runs each in its own loop and counts
// it for /metrics; the steps of housekeeping run one after another.
//
// A database has an id that is also stored in DATA_DIR and S3 (place.go): an empty, missing or different database next
// to a temple's files is refused. An upgrade first copies the built-in database (upgrade.go). Stopping goes in steps
// (stop.go): not ready, listener closed, requests finished, uploads ended with an answer. Replicas of one PostgreSQL
// report their program and content version every 10 seconds (replica.go). machine.go reads what Today shows the
// administrator, from the replica that answers.
package app

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/editing"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/job"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/platform/share"
	"shanmen/internal/platform/ssr"
	"shanmen/web"
)

// App is the running program.
type App struct {
	Config   Config
	Clock    clock.Clock
	Log      *slog.Logger
	Messages *locale.Messages
	DB       *db.DB
	Files    media.Store
	Pictures *media.Sanitizer
	Outbox   *outbox.Worker
	SSR      *ssr.Site
	Printer  *document.Printer
	// Admission has the gates of all classes of work.
	Admission *admission.Control
	Painter   *share.Painter
	Handler   http.Handler
	// DiskRoom returns the free space on the disk of a folder.
	DiskRoom func(folder string) (DiskRoom, error)

	peopleGroup
	offerGroup
	salesGroup
	ritesGroup
	officeGroup
	siteGroup

	mail     outbox.MailTransport // nil: nothing is sent
	sms      outbox.SMSTransport
	draining atomic.Bool
	proxy    proxyWatch
	inUse    io.Closer // the lock on DATA_DIR
	content  contentWatch
	board    *job.Board
	traffic  *traffic

	backedUp    atomic.Pointer[newBackup] // the newest backup with a known size
	nightFailed atomic.Bool               // the last nightly backup failed

	files          *fileStore  // the file store that the replicas agreed on; nil with the built-in database
	filesElsewhere atomic.Bool // the replicas have since agreed on another file store

	newPeople demoPeople // accounts of a demonstration that this start created

	light bool // passwords hashed cheaply, in tests
}

// Options replace parts of the program in tests. The zero value is the real program.
type Options struct {
	Clock          clock.Clock
	Log            *slog.Logger
	Mail           outbox.MailTransport
	SMS            outbox.SMSTransport
	LightPasswords bool
	Anew           bool // create a new temple although the folder has another one's files
	Fresh          bool // never serve a stale page while it is rebuilt
}

// New opens the database, migrates it and assembles the program. Nothing runs yet.
func New(ctx context.Context, cfg Config, o Options) (*App, error) {
	a := &App{Config: cfg, Clock: cmp.Or[clock.Clock](o.Clock, clock.Real{}), Log: cmp.Or(o.Log, slog.Default()), light: o.LightPasswords}
	a.content.a = a
	var err error
	if a.Messages, err = locale.Load(); err != nil {
		return nil, err
	}
	if err := a.openPlace(ctx, o.Anew); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	if err := a.open(ctx, o); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	if err := editing.HandOver(ctx, a.DB, a.Clock); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	a.wire()
	if err := errors.Join(a.Redirects.Renew(ctx), a.Wording.Renew(ctx), a.Site.LoadFacts(ctx)); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	_ = a.content.poll(ctx) // from here on a content change invalidates pages
	a.content.subscribe()
	a.Handler = a.HTTP.Handler()
	return a, nil
}

// bundle is the embedded web build, compiled once.
var bundle = sync.OnceValues(func() (*ssr.Bundle, error) { return ssr.ReadBundle(web.Dist()) })

// open prepares everything that may refuse to start.
func (a *App) open(ctx context.Context, o Options) (err error) {
	if a.Config.Demo {
		if a.newPeople, err = SeedDemo(ctx, a.DB, a.Clock, a.light); err != nil {
			return err
		}
	}
	m := memoryOf("/")
	a.Admission = admission.New(a.Clock, m.pictures)
	a.Pictures = media.NewSanitizer(a.Admission.Gate(admission.Pictures), a.Config.DataDir)
	pages, err := bundle()
	if err != nil {
		return err
	}
	a.SSR, err = ssr.NewSite(pages, ssr.Options{Clock: a.Clock, Log: a.Log, Fresh: o.Fresh, Keep: httpd.Defect, Gate: a.Admission.Gate(admission.Reading), CacheBytes: int(m.pages)})
	if err != nil {
		return err
	}
	a.Printer = document.NewPrinter(a.Messages, a.Admission.Gate(admission.Papers))
	a.Painter, err = share.Open(func(ctx context.Context, photo share.Photo) ([]byte, error) { return a.Library.ForSharing(ctx, photo) }, a.Admission.Gate(admission.Papers))
	if err != nil {
		return err
	}
	if a.mail = o.Mail; a.mail == nil {
		if a.mail, err = a.mailTransport(); err != nil {
			return err
		}
	}
	if a.sms = o.SMS; a.sms == nil {
		if a.sms, err = a.smsTransport(); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) mailTransport() (outbox.MailTransport, error) {
	if a.Config.SMTPURL != "" {
		return outbox.NewSMTP(a.Config.SMTPURL)
	}
	dir := filepath.Join(a.Config.DataDir, "mail")
	a.Log.Info("no SMTP_URL: mails are kept as files", "folder", dir)
	return outbox.MailFolder{Dir: dir}, nil
}

func (a *App) smsTransport() (outbox.SMSTransport, error) {
	if a.Config.SMSURL != "" {
		return outbox.NewTwilio(a.Config.SMSURL)
	}
	dir := filepath.Join(a.Config.DataDir, "sms")
	a.Log.Info("no SMS_URL: text messages are kept as files", "folder", dir)
	return outbox.SMSFolder{Dir: dir}, nil
}

// every waits d. It returns false when ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// Close closes what New opened. The listener must be closed already.
func (a *App) Close() error {
	if a.SSR != nil {
		a.SSR.Close()
	}
	var err error
	if a.DB != nil {
		err = a.DB.Close()
	}
	if a.inUse != nil {
		err = errors.Join(err, a.inUse.Close())
		a.inUse = nil
	}
	return err
}
