package app

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/doctor"
	"shanmen/internal/testkit/source"
)

// Which command refuses a wrong setting.
const (
	byStart  = "start"            // every command that reads settings exits with one line and code 2
	byNeed   = "start, verbs"     // the command that needs the named thing fails: exit code 1
	byDoctor = "doctor"           // an error of shanmen doctor
	byWarns  = "doctor: warning"  // and a warning of it
	byGo     = "Go, at the start" // before the program begins
)

// wrongSetting is a row of docs/settings.md. {dir} is a folder: /var/lib/shanmen in the document.
type wrongSetting struct {
	set  string // NAME=value and NAME=value
	by   string
	says string // the whole sentence
}

const misspelt = "%s is no setting of Shanmen: did you mean %s? (if it is another program's, start with \"env -u %[1]s\")"

func misnamed(wrong, right string) wrongSetting {
	return wrongSetting{wrong + "=…", byStart, fmt.Sprintf(misspelt, wrong, right)}
}

var wrongSettings = []wrongSetting{
	// Cases about setting names.
	misnamed("DATABSE_URL", "DATABASE_URL"), misnamed("database_url", "DATABASE_URL"), misnamed("MAIL_FORM", "MAIL_FROM"), misnamed("METRICS_ADR", "METRICS_ADDR"),
	misnamed("SHANMEN_BASE_URL", "BASE_URL"), misnamed("BASE_URL_FILE", "BASE_URL, which cannot stand in a file"),
	{"PROT=9000", byWarns, "PROT is no setting of Shanmen: did you mean PORT?"},
	{"DATABASE_URL=", byWarns, "DATABASE_URL is set and empty: the built-in database is used"},
	// Cases that apply to all values.
	{`BASE_URL="https://temple.example"`, byStart, "BASE_URL stands in quotes, which would count: leave them out"},
	// Settings whose value is in a file.
	{"SMTP_URL_FILE={dir}/empty", byStart, "SMTP_URL_FILE: {dir}/empty is empty: write the value into it, or leave SMTP_URL_FILE out"},
	{"DATABASE_URL_FILE={dir}/empty", byStart, "DATABASE_URL_FILE: {dir}/empty is empty: write the value into it, or leave DATABASE_URL_FILE out"},
	{"SMS_URL_FILE={dir}/missing", byNeed, "SMS_URL_FILE: open {dir}/missing: no such file or directory"},
	{"S3_URL_FILE={dir}", byNeed, "S3_URL_FILE: read {dir}: is a directory"},
	{"SMS_URL=twilio://… and SMS_URL_FILE={dir}/empty", byStart, "SMS_URL and SMS_URL_FILE are both set: keep one of them"},
	// Settings of the listening address.
	{"PORT=http", byStart, "PORT must be a whole number"},
	{"PORT=8080.5", byStart, "PORT must be a whole number"},
	{"PORT=70000", byStart, "PORT 70000 is not a port: choose one from 1 to 65535"},
	{"PORT=-1", byStart, "PORT -1 is not a port: choose one from 1 to 65535"},
	{"ADDR=127.0.0.1:8000", byStart, `ADDR "127.0.0.1:8000" is no address of this machine: write it like 127.0.0.1, without a port, which is PORT`},
	{"ADDR=http://localhost", byStart, `ADDR "http://localhost" is no address of this machine: write it like 127.0.0.1, without a port, which is PORT`},
	{"ADDR=*", byStart, `ADDR "*" is no address of this machine: write it like 127.0.0.1, without a port, which is PORT`},
	{"METRICS_ADDR=127.0.0.1", byStart, `METRICS_ADDR "127.0.0.1" is no address to listen on: write it like 127.0.0.1:9090`},
	{"METRICS_ADDR=9090", byStart, `METRICS_ADDR "9090" is no address to listen on: write it like 127.0.0.1:9090`},
	{"METRICS_ADDR=127.0.0.1:99999", byStart, `METRICS_ADDR "127.0.0.1:99999" is no address to listen on: write it like 127.0.0.1:9090`},
	{"METRICS_ADDR=:8080", byStart, "METRICS_ADDR has the port of the site, 8080: choose another one"},
	{"METRICS_ADDR=203.0.113.5:9090", byDoctor, `METRICS_ADDR "203.0.113.5:9090" is a public address: strangers can read figures and profiles there; write it like 127.0.0.1:9090`},
	// Settings of the public address.
	{"BASE_URL=temple.example", byStart, "BASE_URL is not an address: write it like https://temple.example"},
	{"BASE_URL=ftp://temple.example", byStart, "BASE_URL is not an address: write it like https://temple.example"},
	{"BASE_URL=https://", byStart, "BASE_URL is not an address: write it like https://temple.example"},
	{"BASE_URL=https://user:password@temple.example", byStart, "BASE_URL has a name or a password in it, which every visitor would see: write it like https://temple.example"},
	{"BASE_URL=https://temple.example/site", byStart, `BASE_URL "https://temple.example/site" has a path: Shanmen must own the whole host, so leave the path out`},
	{"BASE_URL=https://temple.example?a=b", byStart, `BASE_URL "https://temple.example?a=b" has a path: Shanmen must own the whole host, so leave the path out`},
	{"BASE_URL=https://temple.example#top", byStart, `BASE_URL "https://temple.example#top" has a part behind #: leave it out`},
	{"BASE_URL=https://temple.example:99999", byStart, `BASE_URL "https://temple.example:99999" has a port that is none: choose one from 1 to 65535, or leave it out`},
	{"BASE_URL=https://temple.example:0", byStart, `BASE_URL "https://temple.example:0" has a port that is none: choose one from 1 to 65535, or leave it out`},
	{"BASE_URL=https://清莲寺.sg", byStart, `BASE_URL "https://清莲寺.sg" has a host that browsers write otherwise: write it as the address bar copies it, like https://xn--….example`},
	{"BASE_URL=https://*.temple.example", byStart, `BASE_URL "https://*.temple.example" has a host that browsers write otherwise: write it as the address bar copies it, like https://xn--….example`},
	{"BASE_URL=http://temple.invalid", byDoctor, plainBase},
	{"BASE_URL=https://temple.invalid", byDoctor, "The name temple.invalid is not known."},
	{"BASE_URL=http://127.0.0.1:1", byWarns, "Nobody answers at http://127.0.0.1:1 (dial tcp 127.0.0.1:1: connect: connection refused)."},
	// Settings of the data folder and database.
	{"DATA_DIR={dir}/empty", byNeed, "DATA_DIR: mkdir {dir}/empty: not a directory"},
	{"DATA_DIR={dir}/empty", byDoctor, "DATA_DIR {dir}/empty is no folder."},
	{"DATA_DIR=/proc/nope", byNeed, "DATA_DIR: mkdir /proc/nope: no such file or directory"},
	{"DATA_DIR=~/shanmen", byStart, `DATA_DIR "~/shanmen" has a ~ or $ that nobody has filled in: write the whole path`},
	{"DATA_DIR=$HOME/shanmen", byStart, `DATA_DIR "$HOME/shanmen" has a ~ or $ that nobody has filled in: write the whole path`},
	{"DATA_DIR=s3://host/bucket", byStart, "DATA_DIR is an address: name a folder"},
	{"DATA_DIR={dir}/open", byWarns, "DATA_DIR {dir}/open can be read by other users of this machine."},
	{"DATABASE_URL=mysql://shanmen@host/shanmen", byStart, "DATABASE_URL is not like postgres://user:password@host:5432/database (leave it out for the built-in database)"},
	{"DATABASE_URL=sqlite:{dir}/shanmen.db", byStart, "DATABASE_URL is not like postgres://user:password@host:5432/database (leave it out for the built-in database)"},
	{"DATABASE_URL=host=localhost dbname=shanmen", byStart, "DATABASE_URL is not like postgres://user:password@host:5432/database (leave it out for the built-in database)"},
	{"DATABASE_URL=postgres://shanmen:a/b#c@host/shanmen", byStart, "DATABASE_URL cannot be read: write it like postgres://user:password@host:5432/database, and in the password / as %2F, # as %23, @ as %40"},
	{"DATABASE_URL=postgres://host:99999/shanmen", byStart, "DATABASE_URL cannot be read: write it like postgres://user:password@host:5432/database, and in the password / as %2F, # as %23, @ as %40"},
	{"DATABASE_URL=postgres://host/shanmen?sslmode=perhaps", byStart, "DATABASE_URL cannot be read: write it like postgres://user:password@host:5432/database, and in the password / as %2F, # as %23, @ as %40"},
	{"DATABASE_URL=postgres://shanmen:secret@127.0.0.1:1/shanmen", byDoctor, "The database cannot be read: PostgreSQL does not answer at 127.0.0.1:1."},
	{"DATABASE_URL=postgres://shanmen:secret@database.invalid/shanmen?sslmode=disable", byDoctor, "DATABASE_URL has sslmode=disable and its host is public: passwords and orders travel in the clear; write sslmode=verify-full"},
	// Mail settings.
	{"SMTP_URL=smtp://mail.example:587", byStart, "SMTP_URL is set without MAIL_FROM: name the address that mails come from"},
	{"MAIL_FROM=The temple's office", byStart, `MAIL_FROM "The temple's office" is not an address: write it like office@temple.example, or Temple <office@temple.example>`},
	{"MAIL_FROM=a@temple.example, b@temple.example", byStart, `MAIL_FROM "a@temple.example, b@temple.example" is not an address: write it like office@temple.example, or Temple <office@temple.example>`},
	badMail("mail.example:587", "SMTP_URL is not like smtp://user:password@host:587"),
	badMail("https://mail.example", "SMTP_URL is not like smtp://user:password@host:587"),
	badMail("smtp://mail.example/inbox", "SMTP_URL is not like smtp://user:password@host:587"),
	badMail("smtp://mail.example:99999", "SMTP_URL has a port that is none: write it like smtp://user:password@host:587"),
	badMail("smtp://user@mail.example:587", "SMTP_URL has a user without a password, or the reverse: write it like smtp://user:password@host:587, or without both"),
	{"SMTP_URL=smtp://user:secret@127.0.0.1:1 and MAIL_FROM=office@temple.example", byDoctor, "No mail can be sent: dial tcp 127.0.0.1:1: connect: connection refused."},
	// SMS settings.
	{"SMS_URL=https://api.twilio.com", byStart, "SMS_URL is not like twilio://sid:token@api.twilio.com?from=+6580000000"},
	{"SMS_URL=twilio://sid:token@api.twilio.com", byStart, "SMS_URL is not like twilio://sid:token@api.twilio.com?from=+6580000000"},
	{"SMS_URL=twilio://sid@api.twilio.com?from=+6580000000", byStart, "SMS_URL lacks the token: write it like twilio://sid:token@api.twilio.com?from=+6580000000"},
	{"SMS_URL=twilio://sid:token@127.0.0.1:1?from=+6580000000", byDoctor, "No text can be sent: the SMS company did not answer."},
	{"SMS_URL=twilio://sid:token@sms.invalid?from=+6580000000&tls=0", byDoctor, "SMS_URL has tls=0 and its host is public: token and texts travel in the clear; leave tls=0 out"},
	{"SMS_COUNTRIES=SG", byStart, `SMS_COUNTRIES: "SG" is not the calling code of a country: write them like 65,60`},
	{"SMS_COUNTRIES=65;60", byStart, `SMS_COUNTRIES: "65;60" is not the calling code of a country: write them like 65,60`},
	{"SMS_COUNTRIES=65,,60", byStart, `SMS_COUNTRIES: "" is not the calling code of a country: write them like 65,60`},
	{"SMS_COUNTRIES=6591234567", byStart, `SMS_COUNTRIES: "6591234567" is not the calling code of a country: write them like 65,60`},
	// Settings of the payment provider.
	{"PAYNOW_PROVIDER=https://api.hit-pay.com", byStart, "PAYNOW_PROVIDER is not like hitpay://KEY:SALT@api.hit-pay.com"},
	{"PAYNOW_PROVIDER=hitpay://key@api.hit-pay.com", byStart, "PAYNOW_PROVIDER lacks the salt: write it like hitpay://KEY:SALT@api.hit-pay.com"},
	{"PAYNOW_PROVIDER=hitpay://key:salt@127.0.0.1:1", byDoctor, "The payment provider cannot be reached: the provider did not answer."},
	{"PAYNOW_PROVIDER=hitpay://key:salt@provider.invalid?tls=0", byDoctor, "PAYNOW_PROVIDER has tls=0 and its host is public: key and payments travel in the clear; leave tls=0 out"},
	// Settings of S3 storage.
	{"S3_URL=https://host/bucket", byStart, "S3_URL: the address is not like s3://key:secret@host/bucket"},
	{"S3_URL=s3://host/bucket", byStart, "S3_URL: the address is not like s3://key:secret@host/bucket"},
	{"S3_URL=s3://key@host/bucket", byStart, "S3_URL: the address lacks the key or its secret: write it like s3://key:secret@host/bucket"},
	{"S3_URL=s3://key:secret@host", byStart, "S3_URL: the address must name one bucket, like s3://key:secret@host/bucket"},
	{"S3_URL=s3://key:secret@host/bucket/folder", byStart, "S3_URL: the address must name one bucket, like s3://key:secret@host/bucket"},
	{"S3_URL=s3://key:secret@host/bucket?tsl=0", byStart, "S3_URL: behind the ? of the address only tls=0, tls=1 and region= are known"},
	{"S3_URL=s3://key:secret@127.0.0.1:1/bucket?tls=0&region=x", byDoctor, "Pictures cannot be kept in s3://127.0.0.1:1/bucket: dial tcp 127.0.0.1:1: connect: connection refused."},
	{"S3_URL=s3://key:secret@s3.invalid/bucket?tls=0", byDoctor, "S3_URL has tls=0 and its host is public: keys and files travel in the clear; leave tls=0 out"},
	// Backup settings.
	{"BACKUP_AT=at night", byStart, `BACKUP_AT "at night" is no time: write it like 03:00`},
	{"BACKUP_AT=24:00", byStart, `BACKUP_AT "24:00" is no time: write it like 03:00`},
	{"BACKUP_TO=relative/folder", byStart, `BACKUP_TO "relative/folder" depends on the folder that the program is started in: write the whole path`},
	{"BACKUP_TO=$HOME/backups", byStart, `BACKUP_TO "$HOME/backups" has a ~ or $ that nobody has filled in: write the whole path`},
	{"BACKUP_TO=ftp://host/folder", byStart, "BACKUP_TO is neither a folder nor an address that begins with s3://"},
	{"BACKUP_TO=s3://key:secret@host", byStart, "BACKUP_TO: the address must name one bucket, like s3://key:secret@host/bucket"},
	{"BACKUP_TO={dir}/data/backups", byStart, "BACKUP_TO {dir}/data/backups lies in DATA_DIR: name a folder elsewhere, best of another disk"},
	{"BACKUP_TO=/backups and DATABASE_URL=postgres://host/shanmen", byStart, "BACKUP_TO is for the built-in database: PostgreSQL is backed up by pg_dump, as docs/operations.md shows"},
	{"BACKUP_TO=s3://key:secret@host/bucket and S3_URL=s3://key:secret@host/bucket", byStart, "BACKUP_TO is the bucket of S3_URL: name another one"},
	{"BACKUP_KEY=hello", byStart, `BACKUP_KEY_FILE: there is no key in it: make one with "shanmen backup key <file>"`},
	{"BACKUP_KEY=" + publicHalf, byStart, "BACKUP_KEY_FILE: it has only a public key, and what a backup stores is read again: it needs the secret one, AGE-SECRET-KEY-1…"},
	{"BACKUP_KEY_FILE={dir}/backup.key and DATABASE_URL=postgres://host/shanmen", byStart, "BACKUP_KEY_FILE is for the built-in database: encrypt what pg_dump writes by means of your own"},
	{"BACKUP_KEY_FILE={dir}/empty", byStart, "BACKUP_KEY_FILE: {dir}/empty is empty: write the value into it, or leave BACKUP_KEY_FILE out"},
	{"BACKUP_TO=/proc/nope", byDoctor, "No backup can be written to /proc/nope: mkdir /proc/nope: no such file or directory."},
	{"BACKUP_TO={dir}/empty", byDoctor, "No backup can be written to {dir}/empty: media: mkdir {dir}/empty: not a directory."},
	{"BACKUP_TO=s3://key:secret@127.0.0.1:1/bucket?tls=0&region=x", byDoctor, "No backup can be written to s3://127.0.0.1:1/bucket: dial tcp 127.0.0.1:1: connect: connection refused."},
	{"BACKUP_TO= (not set)", byDoctor, "No backups are made."},
	// Settings about visitors.
	{"TRUSTED_PROXIES=10.0.0", byStart, `TRUSTED_PROXIES: "10.0.0" is not a network: write it like 10.0.0.0/8 or 10.0.0.1, or "none"`},
	{"TRUSTED_PROXIES=10.0.0.0/8 10.1.0.0/16", byStart, `TRUSTED_PROXIES: "10.0.0.0/8 10.1.0.0/16" is not a network: write it like 10.0.0.0/8 or 10.0.0.1, or "none"`},
	{"TRUSTED_PROXIES=none,10.0.0.0/8", byStart, `TRUSTED_PROXIES: "none" is not a network: write it like 10.0.0.0/8 or 10.0.0.1, or "none"`},
	{"TRUSTED_PROXIES=10.0.0.1,proxy.example", byStart, `TRUSTED_PROXIES: "proxy.example" is not a network: write it like 10.0.0.0/8 or 10.0.0.1, or "none"`},
	{"TRUSTED_PROXIES=0.0.0.0/0", byStart, `TRUSTED_PROXIES: "0.0.0.0/0" is everybody, and everybody could choose an address: name the networks of the proxies`},
	{"TRUSTED_PROXIES=::ffff:0.0.0.0/90", byStart, `TRUSTED_PROXIES: "::ffff:0.0.0.0/90" is everybody, and everybody could choose an address: name the networks of the proxies`},
	{"TRUSTED_PROXIES=0.0.0.0/1,128.0.0.0/1", byStart, `TRUSTED_PROXIES: "0.0.0.0/1" is so wide that strangers could name any address as theirs: name the networks of the proxies`},
	{"TRUSTED_PROXIES=::/0", byStart, `TRUSTED_PROXIES: "::/0" is everybody, and everybody could choose an address: name the networks of the proxies`},
	{"TRUSTED_PROXIES=2000::/3", byStart, `TRUSTED_PROXIES: "2000::/3" is so wide that strangers could name any address as theirs: name the networks of the proxies`},
	{"FLOOD_PER_MINUTE=many", byStart, "FLOOD_PER_MINUTE must be a whole number"},
	{"FLOOD_PER_MINUTE=-5", byStart, "FLOOD_PER_MINUTE -5 is no limit that visitors can live with: choose 60 or more, or 0 for none"},
	{"FLOOD_PER_MINUTE=1", byStart, "FLOOD_PER_MINUTE 1 is no limit that visitors can live with: choose 60 or more, or 0 for none"},
	{"BUILD_CHECK=-1", byStart, "BUILD_CHECK -1 is none: choose seconds up to 86400, or 0 for never"},
	{"BUILD_CHECK=1h", byStart, "BUILD_CHECK must be a whole number"},
	{"BUILD_CHECK=9999999", byStart, "BUILD_CHECK 9999999 is none: choose seconds up to 86400, or 0 for never"},
	// Settings of the program itself.
	{"LOG_LEVEL=loud", byStart, `LOG_LEVEL "loud" is none: choose debug, info, warn or error`},
	{"LOG_FORMAT=xml", byStart, `LOG_FORMAT "xml" is none: choose text or json`},
	misnamed("LOG_FORMT", "LOG_FORMAT"),
	{"GOMEMLIMIT=1MiB", byStart, "GOMEMLIMIT 1MiB is too little to work in: choose 64MiB or more, best leave it out"},
	{"GOMEMLIMIT=0", byStart, "GOMEMLIMIT 0 is too little to work in: choose 64MiB or more, best leave it out"},
	{"GOMEMLIMIT=200MB", byGo, "malformed GOMEMLIMIT"},
	{"GOMEMLIMIT=1000TiB", byDoctor, "GOMEMLIMIT leaves no room for the processes that decode pictures: there are … in all."},
}

// publicHalf is the public part of a backup key.
const publicHalf = "age1cc54txmxju5936tvd2w8qn3n3e5qe0cncpm55ny2rkqg053skg8ql52c65"

func badMail(url, says string) wrongSetting {
	return wrongSetting{"SMTP_URL=" + url + " and MAIL_FROM=office@temple.example", byStart, says}
}

// environ returns a row's environment, in a folder that has an empty file, a backup key and a folder that others may
// read.
func (w wrongSetting) environ(t *testing.T) (environ []string, dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "empty"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	key, err := backup.NewKey()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "backup.key"), []byte(key), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "open"), 0o755); err != nil {
		t.Fatal(err)
	}
	environ = []string{"DATA_DIR=" + filepath.Join(dir, "data"), "PORT=8080", "LOG_LEVEL=error"}
	for pair := range strings.SplitSeq(w.set, " and ") {
		if !strings.HasSuffix(pair, "(not set)") {
			environ = append(environ, strings.ReplaceAll(pair, "{dir}", dir))
		}
	}
	return environ, dir
}

// Each row is tried, and gives the message in the document.
func TestWrongSettingsAreRefused(t *testing.T) {
	t.Parallel()
	for _, w := range wrongSettings {
		t.Run(w.set, func(t *testing.T) {
			t.Parallel()
			environ, dir := w.environ(t)
			want := strings.ReplaceAll(w.says, "{dir}", dir)
			switch w.by {
			case byStart, byNeed:
				err := Run(t.Context(), []string{"migrate"}, environ, nil, new(bytes.Buffer))
				if err == nil || err.Error() != want || (w.by == byStart) != (ExitCode(err) == 2) {
					t.Errorf("exit code %d\n%v\n%s", ExitCode(err), err, want)
				}
			case byGo:
				program := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
				program.Env = append(os.Environ(), environ...)
				if said, err := program.CombinedOutput(); err == nil || !strings.Contains(string(said), want) {
					t.Errorf("%v\n%s", err, said)
				}
			default:
				severity := doctor.Error
				if w.by == byWarns {
					severity = doctor.Warning
				}
				report := examined(t, environ)
				for _, f := range report {
					if like(f.Says, want) && f.Severity == severity && f.Fix != "" {
						return
					}
				}
				var said strings.Builder
				_ = report.Write(&said)
				t.Errorf("nothing says %q:\n%s", want, said.String())
			}
		})
	}
}

// like compares with a sentence in which "…" stands for what differs between runs.
func like(said, want string) bool {
	start, end, cut := strings.Cut(want, "…")
	if !cut {
		return said == want
	}
	return strings.HasPrefix(said, start) && strings.HasSuffix(said, end)
}

const (
	tableBegins = "<!-- The table is written by WRITE=1 go test -run TestWrongSettingsAreDocumented ./internal/app -->\n"
	tableEnds   = "<!-- end of the table -->\n"
)

func TestWrongSettingsAreDocumented(t *testing.T) {
	text := source.Read(t, "docs/settings.md")
	before, rest, found := strings.Cut(string(text), tableBegins)
	_, after, ended := strings.Cut(rest, tableEnds)
	if !found || !ended {
		t.Fatal("the document has no place for the table")
	}
	var table strings.Builder
	table.WriteString("| setting | who refuses | the sentence |\n|---|---|---|\n")
	cell := strings.NewReplacer("{dir}", "/srv", "|", `\|`)
	for _, w := range wrongSettings {
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", cell.Replace(w.set), w.by, strings.NewReplacer("<", `\<`, "*", `\*`, "~", `\~`).Replace(cell.Replace(w.says)))
	}
	want := before + tableBegins + table.String() + tableEnds + after
	if os.Getenv("WRITE") == "1" {
		if err := os.WriteFile(source.Path(t, "docs/settings.md"), []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("docs/settings.md has other rows than this test: WRITE=1 writes them")
	}
}
