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
	"shanmen/internal/sales/provider"
)

// Config holds the settings from the environment. Every secret can also be read from a file named by NAME_FILE. The
// table in the README lists the same names; a test compares the two.
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
	PayNowProvider string   `env:"PAYNOW_PROVIDER"`
	S3URL          string   `env:"S3_URL"`
	BackupTo       string   `env:"BACKUP_TO"`
	BackupKey      string   `env:"BACKUP_KEY"`                   // encrypts the backups in BACKUP_TO
	BackupAt       string   `env:"BACKUP_AT" envDefault:"03:00"` // Singapore time
	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	MetricsAddr    string   `env:"METRICS_ADDR"`
	FloodPerMinute int      `env:"FLOOD_PER_MINUTE" envDefault:"3000"`
	LogLevel       string   `env:"LOG_LEVEL" envDefault:"info"`
	LogFormat      string   `env:"LOG_FORMAT" envDefault:"text"`
	BuildCheck     int      `env:"BUILD_CHECK" envDefault:"3600"` // seconds after which a page checks for a new build; 0: never

	Demo bool `env:"-"` // the --demo flag

	base    *url.URL
	night   time.Duration // BackupAt as a duration after midnight
	proxies []netip.Prefix
	doubts  []string // warnings about unusual settings

	backupKey *backup.Key       // nil: backups are not encrypted
	provider  provider.Provider // nil: PayNow is confirmed by the office
}

// secrets are the settings that can be read from a file, so that they appear in no process list and no unit file.
var secrets = []string{"DATABASE_URL", "SMTP_URL", "SMS_URL", "PAYNOW_PROVIDER", "S3_URL", "BACKUP_TO", "BACKUP_KEY"}

// LoadConfig reads the environment. A missing or contradictory setting is an error whose single line says what to do. A
// file that cannot be read is worth a retry.
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

// readConfig reads as much of the environment as possible, and returns everything that is wrong in it.
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
		c.readListening, c.readBase, c.readDataDir, c.readDatabase, c.readMail, c.readTexts, c.readProvider, c.readS3, c.readBackup, c.readProxies, c.readLimits,
		func() error { return readMemory(getenv) },
	} {
		if err := rule(); err != nil {
			wrong = append(wrong, err)
		}
	}
	return c, wrong
}

// readVariables reads the settings as written, including those in files.
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

// unreadable replaces field names in parse errors by the names of settings.
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

// databaseURL is the address of the database: PostgreSQL, or the built-in database in DataDir.
func (c Config) databaseURL() string {
	if c.DatabaseURL != "" {
		return c.DatabaseURL
	}
	return "sqlite:" + filepath.Join(c.DataDir, databaseName)
}
