package app

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen"
	"shanmen/internal/base/paynow"
	"shanmen/internal/offer/content"
	"shanmen/internal/office/today"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/doctor"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/provider"
)

// Checks of other systems, and of the database's contents.

func (e *examination) mail(ctx context.Context) []doctor.Finding {
	if e.cfg.SMTPURL == "" {
		if e.demo(ctx) {
			return []doctor.Finding{doctor.Well("Mails of the demonstration are shown at /demo/outbox.")}
		}
		return []doctor.Finding{doctor.Doubt("set SMTP_URL=smtp://user:password@host:587 and MAIL_FROM=office@temple.example", "There is no mail server: mails are kept as files, and reach nobody.")}
	}
	server, err := outbox.NewSMTP(e.cfg.SMTPURL)
	if err == nil {
		err = server.Try(ctx, e.cfg.MailFrom)
	}
	if err != nil {
		return []doctor.Finding{doctor.Wrong("start the mail server, or set SMTP_URL=smtp://user:password@host:587 and MAIL_FROM as it knows them", "No mail can be sent: %v.", err)}
	}
	return []doctor.Finding{doctor.Well("The mail server lets us in, and takes mails from %s.", e.cfg.MailFrom)}
}

// payProvider asks the provider about a request that does not exist: only one who accepts the key says so.
func (e *examination) payProvider(ctx context.Context) []doctor.Finding {
	if e.cfg.provider == nil {
		return []doctor.Finding{doctor.Well("No payment provider is set: the office confirms PayNow by screenshots and the bank statement.")}
	}
	_, err := e.cfg.provider.Find(ctx, "00000000-0000-4000-8000-000000000000")
	switch {
	case err == nil || errors.Is(err, provider.ErrUnknown):
		return []doctor.Finding{doctor.Well("The payment provider lets us in.")}
	case errors.As(err, new(provider.ErrRefused)):
		return []doctor.Finding{doctor.Wrong("set PAYNOW_PROVIDER="+provider.Example+" with the key and salt of its dashboard, and the host that they belong to", "The payment provider does not let us in: %v.", err)}
	}
	return []doctor.Finding{doctor.Wrong("look at the provider's status page; until then devotees see the temple's own PayNow code", "The payment provider cannot be reached: %v.", err)}
}

// fewTexts is the balance below which the check warns: enough for some hundred SMS in any currency.
const fewTexts = 10

func (e *examination) texts(ctx context.Context) []doctor.Finding {
	if e.cfg.SMSURL == "" {
		if e.demo(ctx) {
			return []doctor.Finding{doctor.Well("Texts of the demonstration are shown at /demo/outbox.")}
		}
		return []doctor.Finding{doctor.Doubt("set SMS_URL=twilio://sid:token@api.twilio.com?from=+6580000000", "There is no SMS company: texts are kept as files, and nobody can register with a mobile number alone.")}
	}
	company, err := outbox.NewTwilio(e.cfg.SMSURL)
	var got outbox.Account
	if err == nil {
		got, err = company.Try(ctx)
	}
	if err != nil {
		return []doctor.Finding{doctor.Wrong("set SMS_URL=twilio://sid:token@api.twilio.com?from=+6580000000 as the company knows it, or settle its account", "No text can be sent: %v.", err)}
	}
	found := []doctor.Finding{doctor.Well("The SMS company lets us in.")}
	if left, err := strconv.ParseFloat(got.Balance, 64); err == nil {
		switch {
		case left <= 0:
			found[0] = doctor.Wrong("pay the SMS company", "The SMS company lets us in, but nothing is left on the account: %s %s.", got.Currency, got.Balance)
		case left < fewTexts:
			found[0] = doctor.Doubt("pay the SMS company", "The SMS company lets us in; little is left on the account: %s %s.", got.Currency, got.Balance)
		default:
			found[0] = doctor.Well("The SMS company lets us in; %s %s are left on the account.", got.Currency, got.Balance)
		}
	}
	if !got.Time.IsZero() {
		found = append(found, doctor.Clock("the SMS company", got.Time, e.now()))
	}
	return found
}

func (e *examination) files(ctx context.Context) []doctor.Finding {
	if e.cfg.S3URL == "" {
		if e.cfg.DatabaseURL != "" {
			return []doctor.Finding{doctor.Well("Pictures lie in DATA_DIR; several replicas need S3_URL, or one DATA_DIR that they share.")}
		}
		return []doctor.Finding{doctor.Well("Pictures lie in DATA_DIR.")}
	}
	store, err := media.OpenAt(e.cfg.S3URL)
	var theirs time.Time
	if err == nil {
		theirs, err = media.Now(ctx, store)
	}
	if err != nil {
		return []doctor.Finding{doctor.Wrong("start that server, or set S3_URL=s3://key:secret@host/bucket to a bucket that the key may write and delete in", "Pictures cannot be kept in %s: %v.", withoutSecret(e.cfg.S3URL), doctor.Cause(err))}
	}
	found := []doctor.Finding{doctor.Well("Files can be written and deleted in %s.", withoutSecret(e.cfg.S3URL)), doctor.Clock("S3", theirs, e.now())}
	known, err := storedIdentity(ctx, store)
	if p, e2 := e.open(ctx); err == nil && e2 == nil && known != "" && p.ID != "" && known != p.ID {
		found = append(found, doctor.Wrong("set S3_URL and DATABASE_URL or DATA_DIR to those that belong together", "The bucket %s belongs to another temple.", withoutSecret(e.cfg.S3URL)))
	}
	return found
}

func (e *examination) backups(ctx context.Context) []doctor.Finding {
	switch {
	case e.cfg.DatabaseURL != "":
		return []doctor.Finding{doctor.Well("PostgreSQL is backed up by its own means, which are not seen from here.")}
	case e.cfg.BackupTo == "" && e.demo(ctx):
		return []doctor.Finding{doctor.Well("No backups are made of the demonstration.")}
	case e.cfg.BackupTo == "":
		return []doctor.Finding{doctor.Wrong("set BACKUP_TO=/var/backups/shanmen, or BACKUP_TO=s3://key:secret@host/bucket", "No backups are made.")}
	}
	at := withoutSecret(e.cfg.BackupTo)
	if gone, err := backupsGone(ctx, e.cfg); err == nil && gone {
		return []doctor.Finding{doctor.Wrong("mount its disk; or, to begin there anew: shanmen backup", "BACKUP_TO %s holds none of the earlier backups.", at)}
	}
	err := e.checkBackupPlace(ctx)
	if errors.Is(err, errMade) {
		return []doctor.Finding{doctor.Doubt("shanmen backup", "There is no folder %s yet: the first backup makes it.", at)}
	}
	if err != nil {
		return []doctor.Finding{doctor.Wrong("let the user of Shanmen write there, or set BACKUP_TO to another place", "No backup can be written to %s: %v.", at, doctor.Cause(err))}
	}
	var found []doctor.Finding
	if same, err := sameDisk(e.cfg.BackupTo, e.cfg.DataDir); err == nil && same {
		found = append(found, doctor.Doubt("set BACKUP_TO to another disk, best to another machine", "BACKUP_TO %s is on the disk of DATA_DIR: what takes one takes both.", at))
	}
	if _, err := e.app.newestBackup(ctx); errors.Is(err, backup.ErrSealed) {
		return append(found, doctor.Wrong("set BACKUP_KEY_FILE to the file of the key that they were made with", "The backups in %s are encrypted, and no key of BACKUP_KEY_FILE opens them: no other is made.", at))
	}
	newest := e.app.machineBackup(ctx)
	found = append(found, ofBackup(newest, at))
	if check := e.app.machineCheck(ctx); check != nil && newest.At != nil {
		found = append(found, ofReading(*check, at))
	}
	return found
}

// errMade is a folder that could be created and was removed again; the serving program will create it with the right
// owner.
var errMade = errors.New("not there yet")

// checkBackupPlace writes a test file to the backup folder and deletes it.
func (e *examination) checkBackupPlace(ctx context.Context) error {
	dir := e.cfg.BackupTo
	if !strings.HasPrefix(dir, "s3://") {
		made := ""
		for up := dir; ; up = filepath.Dir(up) {
			if _, err := os.Stat(up); !errors.Is(err, fs.ErrNotExist) {
				break
			}
			made = up
		}
		if made != "" {
			err := os.MkdirAll(dir, 0o700)
			for down := dir; strings.HasPrefix(down, made); down = filepath.Dir(down) {
				_ = os.Remove(down)
			}
			if err != nil {
				return err
			}
			return errMade
		}
	}
	place, err := media.OpenAt(dir)
	if err == nil {
		_, err = media.Now(ctx, place)
	}
	return err
}

func ofBackup(part today.MachinePart, at string) doctor.Finding {
	switch part.State {
	case "good":
		return doctor.Well("The newest backup in %s is of %s.", at, part.At.In(singapore).Format(shownTime))
	case "never":
		return doctor.Doubt("shanmen backup", "There is no backup in %s yet.", at)
	case "old":
		return doctor.Wrong("shanmen backup", "The newest backup in %s is of %s: last night's is missing.", at, part.At.In(singapore).Format(shownTime))
	case "damaged":
		return doctor.Wrong("shanmen backup", "The newest backup in %s is damaged.", at)
	case "ahead":
		return doctor.Wrong("timedatectl set-ntp true; or, if the clock was wrong then, remove that backup's list from backups/ there", "The newest backup in %s is dated %s, which is later than now: no other is made until then.", at, part.At.In(singapore).Format(shownTime))
	}
	return doctor.Wrong("shanmen backup verify", "The backups in %s cannot be read.", at)
}

func ofReading(part today.MachinePart, at string) doctor.Finding {
	switch part.State {
	case "good":
		return doctor.Well("All backups were read on %s, and the last restore on trial was well.", part.At.In(singapore).Format(shownTime))
	case "untried":
		at := part.At.In(singapore).Format(shownTime)
		return doctor.Doubt("make room where DATA_DIR is", "All backups were read on %s, but none was restored on trial: that needs %s, and %s were free.", at, size(part.Needed), size(part.Free))
	case "never":
		return doctor.Doubt("shanmen backup verify", "The backups in %s were never read through.", at)
	case "newer":
		return doctor.Doubt("with the newer program: shanmen backup verify", "%d backups in %s were made by a newer Shanmen, which alone can read them; all others were read on %s.", part.Count, at, part.At.In(singapore).Format(shownTime))
	case "old":
		return doctor.Wrong("shanmen backup verify", "The backups in %s were last read through on %s.", at, part.At.In(singapore).Format(shownTime))
	}
	return doctor.Wrong("shanmen backup verify", "%d files of the backups in %s are damaged.", part.Count, at)
}

func (e *examination) staff(ctx context.Context) []doctor.Finding {
	p := e.ready(ctx)
	if p == nil {
		return nil
	}
	if e.demo(ctx) {
		return []doctor.Finding{doctor.Doubt("set DATA_DIR or DATABASE_URL to another place for the real temple", "This is a demonstration and stays one: everybody knows its passwords.")}
	}
	rows, err := p.Read().StaffAccounts(ctx)
	if err != nil {
		return []doctor.Finding{doctor.Wrong("shanmen doctor again; else look into the log of the program", "The accounts of the office cannot be read: %v.", err)}
	}
	active, bare, admins := 0, 0, 0
	for _, u := range rows {
		if u.Status != account.StatusActive || u.Invited == 1 {
			continue
		}
		active++
		if u.Totp+u.Passkeys == 0 {
			bare++
		} else if slices.Contains(account.SplitRoles(u.Roles), "admin") {
			admins++
		}
	}
	switch {
	case active == 0:
		return []doctor.Finding{doctor.Doubt("shanmen staff add, or open the link that shanmen serve prints", "The office has no account yet.")}
	case bare > 0:
		return []doctor.Finding{doctor.Doubt("shanmen staff list names them; they set it up at their next login", "%d of %d accounts of the office have no second step yet.", bare, active)}
	case admins == 0:
		return []doctor.Finding{doctor.Doubt("shanmen staff add", "No account of the office is an administrator's.")}
	}
	return []doctor.Finding{doctor.Well("All %d accounts of the office have a second step.", active)}
}

func (e *examination) payNow(ctx context.Context) []doctor.Finding {
	p := e.ready(ctx)
	if p == nil {
		return nil
	}
	fix := "open " + e.cfg.base.String() + "/admin/settings"
	temple, err := content.Site(ctx, p.Read())
	switch {
	case err != nil:
		return []doctor.Finding{doctor.Wrong("shanmen doctor again; else look into the log of the program", "The temple's settings cannot be read: %v.", err)}
	case temple.UEN == "":
		return []doctor.Finding{doctor.Doubt(fix, "The temple has no UEN: PayNow is not offered.")}
	case temple.PayeeName == "":
		return []doctor.Finding{doctor.Wrong(fix, "The temple has no name of the payee: PayNow's codes cannot be made.")}
	}
	if _, err := paynow.CleanUEN(temple.UEN); err != nil {
		return []doctor.Finding{doctor.Wrong(fix, "The temple's UEN %s is none: transfers would go nowhere.", temple.UEN)}
	}
	return []doctor.Finding{doctor.Well("PayNow goes to %s, UEN %s.", temple.PayeeName, temple.UEN)}
}

func (e *examination) letters(ctx context.Context) []doctor.Finding {
	p := e.ready(ctx)
	if p == nil {
		return nil
	}
	part, err := e.app.machineOutbox(ctx, p.Read())
	switch {
	case err != nil:
		return []doctor.Finding{doctor.Wrong("shanmen doctor again; else look into the log of the program", "The outbox cannot be read: %v.", err)}
	case part.State == "slow":
		return []doctor.Finding{doctor.Doubt("shanmen outbox list", "%d letters and jobs are due since %s: does the program run?", part.Count, part.At.In(singapore).Format(shownTime))}
	case part.State == "failing":
		return []doctor.Finding{doctor.Doubt("shanmen outbox list, shanmen outbox retry all", "%d jobs were given up.", part.Count)}
	}
	troubled, err := outbox.Troubled(ctx, p.Read(), query.TroubledLettersParams{AfterAt: math.MaxInt64, Most: 100})
	if err == nil && len(troubled) > 0 {
		return []doctor.Finding{doctor.Doubt("shanmen outbox list", "%d letters did not leave at the first try.", len(troubled))}
	}
	return []doctor.Finding{doctor.Well("No letter or job is late.")}
}

// replicas compares the program and content versions of the replicas.
func (e *examination) replicas(ctx context.Context) []doctor.Finding {
	p := e.ready(ctx)
	if p == nil {
		return nil
	}
	part, err := e.app.machineReplicas(ctx, p.Read())
	switch {
	case err != nil:
		return []doctor.Finding{doctor.Wrong("shanmen doctor again; else look into the log of the program", "The replicas cannot be read: %v.", err)}
	case part == nil:
		return nil
	case part.State == "differ":
		return []doctor.Finding{doctor.Doubt("start all replicas with one version", "Replicas of several versions serve this database: %s.", part.Version)}
	case part.State == "behind":
		return []doctor.Finding{doctor.Doubt("systemctl restart shanmen, where the log says why", "%d replicas show older content than there is.", part.Count)}
	}
	return []doctor.Finding{doctor.Well("%d replicas serve this database, all of one version.", part.Count)}
}

func (e *examination) site(ctx context.Context) []doctor.Finding {
	id := ""
	if p, err := e.open(ctx); err == nil {
		id = p.ID
	}
	return doctor.Site{Base: e.cfg.base, Client: e.web, Now: e.now, Build: shanmen.Build(), Proof: func(now time.Time) string {
		if id == "" {
			return ""
		}
		return doctor.Proof(id, now)
	}}.Look(ctx)
}
