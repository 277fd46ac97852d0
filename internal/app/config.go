package app

import (
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"shanmen/internal/platform/backup"
)

// Config is what the environment says. Every secret may also stand in a file named by NAME_FILE.
// The table in the README lists the same names; a test compares the two.
type Config struct {
	Port           int      `env:"PORT" envDefault:"8080"`
	Addr           string   `env:"ADDR"` // to bind: 127.0.0.1 with --demo, else all
	BaseURL        string   `env:"BASE_URL"`
	DataDir        string   `env:"DATA_DIR" envDefault:"./data"`
	DatabaseURL    string   `env:"DATABASE_URL"`
	SMTPURL        string   `env:"SMTP_URL"`
	MailFrom       string   `env:"MAIL_FROM"`
	SMSURL         string   `env:"SMS_URL"`
	SMSCountries   []string `env:"SMS_COUNTRIES" envDefault:"65,60"`
	S3URL          string   `env:"S3_URL"`
	BackupTo       string   `env:"BACKUP_TO"`
	BackupKey      string   `env:"BACKUP_KEY"`                   // encrypts what goes to BACKUP_TO
	BackupAt       string   `env:"BACKUP_AT" envDefault:"03:00"` // in Singapore
	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	MetricsAddr    string   `env:"METRICS_ADDR"`
	FloodPerMinute int      `env:"FLOOD_PER_MINUTE" envDefault:"3000"`
	LogLevel       string   `env:"LOG_LEVEL" envDefault:"info"`
	LogFormat      string   `env:"LOG_FORMAT" envDefault:"text"`
	BuildCheck     int      `env:"BUILD_CHECK" envDefault:"3600"` // seconds between looks of a page for a new build; 0: never

	Demo bool `env:"-"` // the --demo flag

	base    *url.URL
	night   time.Duration // BackupAt, after midnight
	proxies []netip.Prefix
	doubts  []string // what is allowed, and is seldom meant

	backupKey *backup.Key // nil: backups are not encrypted
}

// secrets may be read from a file, so that they stand in no process list and no unit file.
var secrets = []string{"DATABASE_URL", "SMTP_URL", "SMS_URL", "S3_URL", "BACKUP_TO", "BACKUP_KEY"}

// LoadConfig reads the environment. A missing or contradictory setting is an error that says in
// one line what to do. A file that cannot be read may be there at the next try.
func LoadConfig(getenv func(string) string, demo bool) (Config, error) {
	c, wrong := readConfig(getenv, demo)
	if len(wrong) == 0 {
		return c, nil
	}
	if errors.As(wrong[0], new(*fs.PathError)) {
		return c, wrong[0]
	}
	return c, misuse{wrong[0]}
}

// readConfig reads what it can of the environment, and tells all that is wrong in it.
func readConfig(getenv func(string) string, demo bool) (c Config, wrong []error) {
	vars, wrong := readVariables(getenv)
	c, err := env.ParseAsWithOptions[Config](env.Options{Environment: vars})
	if err != nil {
		wrong = append(wrong, unreadable(err)...)
	}
	c.Demo = demo
	if c.Addr == "" && demo {
		c.Addr = "127.0.0.1"
	}
	for _, rule := range []func() error{
		c.readListening, c.readBase, c.readDataDir, c.readDatabase, c.readMail, c.readTexts, c.readS3, c.readBackup, c.readProxies, c.readLimits,
		func() error { return readMemory(getenv) },
	} {
		if err := rule(); err != nil {
			wrong = append(wrong, err)
		}
	}
	return c, wrong
}

// readVariables reads the settings as they are written, those in files too.
func readVariables(getenv func(string) string) (vars map[string]string, wrong []error) {
	vars = map[string]string{}
	for _, name := range settingNames() {
		v := strings.TrimSpace(getenv(name))
		switch {
		case v == "":
			continue
		case strings.ContainsAny(v[:1], `"'`):
			wrong = append(wrong, fmt.Errorf("%s stands in quotes, which would count: leave them out", name))
		default:
			vars[name] = v
		}
	}
	for _, name := range secrets {
		file := getenv(name + "_FILE")
		if file == "" {
			continue
		}
		if vars[name] != "" {
			wrong = append(wrong, fmt.Errorf("%s and %s_FILE are both set: keep one of them", name, name))
			continue
		}
		b, err := os.ReadFile(filepath.Clean(file))
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s_FILE: %w", name, err))
			continue
		}
		if vars[name] = strings.TrimSpace(string(b)); vars[name] == "" {
			wrong = append(wrong, fmt.Errorf("%s_FILE: %s is empty: write the value into it, or leave %s_FILE out", name, file, name))
		}
	}
	return vars, wrong
}

// unreadable names the settings in place of the fields.
func unreadable(err error) (wrong []error) {
	all := []error{err}
	var several env.AggregateError
	if errors.As(err, &several) {
		all = several.Errors
	}
	for _, err := range all {
		var parse env.ParseError
		if errors.As(err, &parse) {
			if f, ok := reflect.TypeFor[Config]().FieldByName(parse.Name); ok {
				err = fmt.Errorf("%s must be a whole number", f.Tag.Get("env"))
			}
		}
		wrong = append(wrong, err)
	}
	return wrong
}

func settingNames() []string {
	params, _ := env.GetFieldParams(&Config{})
	var out []string
	for _, p := range params {
		if p.Key != "" && p.Key != "-" {
			out = append(out, p.Key)
		}
	}
	return out
}

const databaseName = "shanmen.db"

// databaseURL is where the data lives: PostgreSQL, or the built-in database in DataDir.
func (c Config) databaseURL() string {
	if c.DatabaseURL != "" {
		return c.DatabaseURL
	}
	return "sqlite:" + filepath.Join(c.DataDir, databaseName)
}
