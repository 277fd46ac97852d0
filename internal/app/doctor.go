package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"shanmen"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/doctor"
)

const (
	// checkWithin is the timeout of each check.
	checkWithin = 10 * time.Second
	// asItsUser is the usual advice when the doctor cannot read something: folder and database are private to their
	// user.
	asItsUser = "run the doctor as the user of Shanmen"
	// oldestPostgres is the first PostgreSQL version that supports the program's SQL.
	oldestPostgres = 150000
)

// examination is the run of "shanmen doctor": it checks the settings and everything they name, while the program may be
// serving. It changes nothing except test files that it deletes again, and sends nothing.
type examination struct {
	cfg   Config
	wrong []error
	c     invocation
	app   *App // opened without a database, to reuse the checks of the office's Machine page
	now   func() time.Time
	web   *http.Client

	look   sync.Once
	peek   *db.Peek
	peeked error
}

// unwell is a report with at least one problem.
type unwell struct{ doctor.Report }

func (u unwell) Error() string {
	return fmt.Sprintf("warnings: %d, errors: %d", u.Count(doctor.Warning), u.Count(doctor.Error))
}

func (u unwell) exitCode() int { return u.ExitCode() }

func examine(ctx context.Context, c invocation) error {
	e := newExamination(c, http.DefaultClient)
	report := e.run(ctx)
	write := report.Write
	if c.asJSON {
		write = report.WriteJSON
	}
	if err := write(c.out); err != nil {
		return err
	}
	if report.ExitCode() != 0 {
		return unwell{report}
	}
	return nil
}

func newExamination(c invocation, web *http.Client) *examination {
	e := &examination{c: c, now: programClock().Now, web: web}
	e.cfg, e.wrong = readConfig(c.getenv, false)
	e.app = &App{Config: e.cfg, Clock: programClock(), Log: slog.New(slog.DiscardHandler), DiskRoom: roomAt}
	return e
}

func (e *examination) run(ctx context.Context) doctor.Report {
	checks := []doctor.Check{{Name: "version", Look: version}, {Name: "settings", Look: e.settings}}
	add := func(name, setting string, look func(context.Context) []doctor.Finding) {
		if !e.misset(setting) { // otherwise reported already
			checks = append(checks, doctor.Check{Name: name, Look: look})
		}
	}
	add("database", "DATABASE_URL", e.database)
	add("replicas", "DATABASE_URL", e.replicas)
	add("staff", "DATABASE_URL", e.staff)
	add("paynow", "DATABASE_URL", e.payNow)
	add("letters", "DATABASE_URL", e.letters)
	add("mail", "SMTP_URL", e.mail)
	add("texts", "SMS_URL", e.texts)
	add("provider", "PAYNOW_PROVIDER", e.payProvider)
	add("files", "S3_URL", e.files)
	add("backup", "BACKUP_TO", e.backups)
	add("disk", "DATA_DIR", e.disk)
	add("memory", "GOMEMLIMIT", e.memory)
	add("site", "BASE_URL", e.site)
	report := doctor.Examine(ctx, checkWithin, e.secrets(), checks)
	e.look.Do(func() {})
	if e.peek != nil {
		_ = e.peek.Close()
	}
	return report
}

func version(context.Context) []doctor.Finding {
	return []doctor.Finding{doctor.Well("This is Shanmen %s.", shanmen.Build())}
}

// misset returns whether a setting was refused.
func (e *examination) misset(name string) bool {
	for _, err := range e.wrong {
		if settingOf(err) == name {
			return true
		}
	}
	return false
}

// settingOf returns the setting named at the start of an error.
func settingOf(err error) string {
	end := strings.IndexFunc(err.Error(), func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' })
	if end < 0 {
		return ""
	}
	return strings.TrimSuffix(err.Error()[:end], fileEnd)
}

func (e *examination) settings(context.Context) []doctor.Finding {
	var found []doctor.Finding
	correct := func(err error) string { return "set " + settingOf(err) + " anew (docs/settings.md)" }
	for _, err := range e.wrong {
		found = append(found, doctor.Wrong(correct(err), "%v", err))
	}
	for _, doubt := range e.cfg.doubts {
		found = append(found, doctor.Wrong(correct(errors.New(doubt)), "%s", doubt))
	}
	doubts, err := checkNames(e.c.environ)
	if err != nil {
		found = append(found, doctor.Wrong("write its name right, or: unset "+settingOf(err), "%v", err))
	}
	for _, doubt := range doubts {
		found = append(found, doctor.Doubt("set it right, or: unset "+settingOf(errors.New(doubt)), "%s", doubt))
	}
	if len(found) == 0 {
		found = append(found, doctor.Well("The settings can be read."))
	}
	return found
}

// secrets are values that no report may contain: passwords, tokens, and addresses with them.
func (e *examination) secrets() (out []string) {
	vars, _ := readVariables(e.c.getenv)
	for _, name := range secrets {
		u, err := url.Parse(vars[name])
		if err != nil {
			out = append(out, vars[name])
			continue
		}
		if password, has := u.User.Password(); has {
			out = append(out, vars[name], password, url.QueryEscape(password), url.PathEscape(password))
			if name == "PAYNOW_PROVIDER" { // the key to the money is the user
				out = append(out, u.User.Username())
			}
		}
	}
	return out
}

// open opens the database once for all checks.
func (e *examination) open(ctx context.Context) (*db.Peek, error) {
	e.look.Do(func() { e.peek, e.peeked = db.PeekAt(ctx, e.cfg.databaseURL()) })
	return e.peek, e.peeked
}

// ready returns the database if its tables are of this version, else nil: other versions' tables are unknown.
func (e *examination) ready(ctx context.Context) *db.Peek {
	if p, err := e.open(ctx); err == nil && p.Schema == db.Schema() {
		return p
	}
	return nil
}

func (e *examination) database(ctx context.Context) []doctor.Finding {
	p, err := e.open(ctx)
	if err != nil {
		return []doctor.Finding{doctor.Wrong(e.databaseFix(err), "The database cannot be read: %v.", err)}
	}
	if p.Schema == 0 {
		return []doctor.Finding{e.noDatabase(p)}
	}
	var found []doctor.Finding
	switch want := db.Schema(); {
	case p.Schema > want:
		found = append(found, doctor.Wrong("start the newer program (shanmen version)", "The database %s was made by a newer Shanmen (schema %d, this program knows %d).", p.At, p.Schema, want))
	case p.Schema < want:
		found = append(found, doctor.Doubt("shanmen backup, then shanmen serve", "The database %s is of an older program (schema %d of %d): the next start brings it up to date.", p.At, p.Schema, want))
	default:
		found = append(found, doctor.Well("The database %s answers, and its tables are up to date (schema %d).", p.At, p.Schema))
	}
	if p.Server > 0 && p.Server < oldestPostgres {
		found = append(found, doctor.Wrong("use PostgreSQL 15 or later", "PostgreSQL %d is too old.", p.Server/10000))
	}
	if !p.Time.IsZero() {
		found = append(found, doctor.Clock("PostgreSQL", p.Time, e.now()))
	}
	known, err := readIdentity(e.cfg.DataDir)
	switch {
	case err != nil:
		found = append(found, doctor.Wrong("set DATA_DIR to a folder that the user of Shanmen may read and write", "%v", err))
	case known != "" && p.ID != "" && known != p.ID:
		found = append(found, doctor.Wrong("set DATA_DIR and DATABASE_URL to those that belong together", "The database %s is not the one that %s belongs to.", p.At, absolute(e.cfg.DataDir)))
	}
	return append(found, e.clockHeld(ctx)...)
}

func (e *examination) databaseFix(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return asItsUser
	case e.cfg.DatabaseURL == "":
		return "mount its disk, or set DATA_DIR to where it is; a file that is damaged: move it away, then shanmen restore"
	}
	return "start the database, or set DATABASE_URL to where it is"
}

// noDatabase reports a missing database: normal at a first start, unless the folder belongs to a temple.
func (e *examination) noDatabase(p *db.Peek) doctor.Finding {
	dir := absolute(e.cfg.DataDir)
	known, err := readIdentity(dir)
	full, e2 := hasFiles(filepath.Join(dir, "files"))
	if err = errors.Join(err, e2); err != nil {
		return doctor.Wrong("set DATA_DIR to a folder that the user of Shanmen may read and write", "%v", err)
	}
	if known != "" || full {
		return doctor.Wrong("put the database back, or: shanmen restore", "The database %s is missing or empty, though %s was a temple's.", p.At, dir)
	}
	return doctor.Doubt("shanmen serve", "There is no temple yet: the first start makes it, in %s.", p.At)
}

// demo returns whether the database is a demonstration, which needs no backups and sends nothing.
func (e *examination) demo(ctx context.Context) bool {
	p := e.ready(ctx)
	if p == nil {
		return false
	}
	demo, err := p.Read().Setting(ctx, "demo")
	return err == nil && demo != ""
}

// clockHeld reports a clock that waits for confirmation.
func (e *examination) clockHeld(ctx context.Context) []doctor.Finding {
	p := e.ready(ctx)
	if p == nil {
		return nil
	}
	s, err := e.app.clockState(ctx, p.Read())
	if err != nil || !s.Held {
		return nil
	}
	f := doctor.Doubt("shanmen clock accept", "The program last worked on %s, more than an hour before the clock's time: nothing expires until the clock is confirmed.", s.Seen.In(singapore).Format(shownTime))
	f.Check = "clock"
	return []doctor.Finding{f}
}

func (e *examination) disk(context.Context) []doctor.Finding {
	dir := absolute(e.cfg.DataDir)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []doctor.Finding{doctor.Doubt("shanmen serve", "DATA_DIR %s is not there yet: the first start makes it.", dir)}
	case err == nil && !info.IsDir():
		return []doctor.Finding{doctor.Wrong("set DATA_DIR to a folder that the user of Shanmen may read and write", "DATA_DIR %s is no folder.", dir)}
	case err != nil:
		return []doctor.Finding{doctor.Wrong("set DATA_DIR to a folder that the user of Shanmen may read and write", "DATA_DIR cannot be reached: %v.", err)}
	}
	probe, err := os.CreateTemp(dir, ".doctor-")
	if err == nil {
		err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
	if err != nil {
		fix := "let the user of Shanmen write there"
		if errors.Is(err, fs.ErrPermission) {
			fix = asItsUser + "; if it is that one: chown -R <user of Shanmen> " + dir
		}
		return []doctor.Finding{doctor.Wrong(fix, "DATA_DIR %s cannot be written: %v.", dir, err)}
	}
	var found []doctor.Finding
	if info.Mode().Perm()&0o077 != 0 {
		found = append(found, doctor.Doubt("chmod 700 "+dir, "DATA_DIR %s can be read by other users of this machine.", dir))
	}
	room, needed, err := e.app.dataRoom()
	switch {
	case errors.Is(err, errDiskUnknown):
		return found
	case err != nil:
		return append(found, doctor.Wrong("set DATA_DIR to a folder that the user of Shanmen may read and write", "The disk of DATA_DIR does not tell what is free: %v.", err))
	case room.Free < needed:
		return append(found, doctor.Wrong("make room there, or set DATA_DIR to a folder of another disk", "The disk of DATA_DIR has %s left, and should have %s.", size(room.Free), size(needed)))
	}
	return append(found, doctor.Well("The disk of DATA_DIR has %s left.", size(room.Free)))
}

func size(bytes int64) string {
	if bytes < 10<<30 {
		return fmt.Sprintf("%d MB", bytes>>20)
	}
	return fmt.Sprintf("%d GB", bytes>>30)
}

// enoughMemory is the memory that a temple needs in total.
const enoughMemory = 256 * mB

func (e *examination) memory(context.Context) []doctor.Finding {
	m := memoryOf("/")
	var found []doctor.Finding
	if m.total < enoughMemory {
		found = append(found, doctor.Doubt("let it have 256 MB (of a unit: MemoryMax=256M)", "There are %s of memory: 256 MB are enough for a temple, less is not.", size(m.total)))
	}
	if n, ok := goMemory(e.c.getenv("GOMEMLIMIT")); ok && e.c.getenv("GOMEMLIMIT") != "" && n > m.total-leastPictures {
		found = append(found, doctor.Wrong("unset GOMEMLIMIT", "GOMEMLIMIT leaves no room for the processes that decode pictures: there are %s in all.", size(m.total)))
	}
	if len(found) == 0 {
		found = append(found, doctor.Well("There are %s of memory, %s of them for the program itself.", size(m.total), size(m.own)))
	}
	return found
}
