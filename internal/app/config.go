package app

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"shanmen/internal/backup"
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

	base  *url.URL
	night time.Duration // BackupAt, after midnight

	backupKey *backup.Key // nil: backups are not encrypted
	proxies   []netip.Prefix
}

// secrets may be read from a file, so that they stand in no process list and no unit file.
var secrets = []string{"DATABASE_URL", "SMTP_URL", "SMS_URL", "S3_URL", "BACKUP_TO", "BACKUP_KEY"}

// LoadConfig reads the environment. A missing or contradictory setting is an error that says in
// one line what to do.
func LoadConfig(getenv func(string) string, demo bool) (Config, error) {
	vars := map[string]string{}
	for _, name := range settingNames() {
		if v := getenv(name); v != "" {
			vars[name] = v
		}
	}
	for _, name := range secrets {
		file := getenv(name + "_FILE")
		if file == "" {
			continue
		}
		if vars[name] != "" {
			return Config{}, fmt.Errorf("%s and %s_FILE are both set: keep one of them", name, name)
		}
		b, err := os.ReadFile(filepath.Clean(file))
		if err != nil {
			return Config{}, fmt.Errorf("%s_FILE: %w", name, err)
		}
		vars[name] = strings.TrimSpace(string(b))
	}
	c, err := env.ParseAsWithOptions[Config](env.Options{Environment: vars})
	if err != nil {
		return Config{}, unreadable(err)
	}
	c.Demo = demo
	if c.Addr == "" && demo {
		c.Addr = "127.0.0.1"
	}
	if c.BaseURL == "" {
		c.BaseURL = fmt.Sprintf("http://localhost:%d", c.Port)
	}
	if c.base, err = url.Parse(c.BaseURL); err != nil || c.base.Host == "" || (c.base.Scheme != "http" && c.base.Scheme != "https") {
		return c, fmt.Errorf("BASE_URL %q is not an address: write it like https://temple.example", c.BaseURL)
	}
	if c.base.Path != "" && c.base.Path != "/" || c.base.RawQuery != "" {
		return c, fmt.Errorf("BASE_URL %q has a path: Shanmen must own the whole host, so leave the path out", c.BaseURL)
	}
	c.base.Path = ""
	if c.SMTPURL != "" && c.MailFrom == "" {
		return c, errors.New("SMTP_URL is set without MAIL_FROM: name the address that mails come from")
	}
	if c.Port < 0 || c.Port > 65535 {
		return c, fmt.Errorf("PORT %d is not a port: choose one from 1 to 65535", c.Port)
	}
	if c.MailFrom != "" {
		if _, err := mail.ParseAddress(c.MailFrom); err != nil {
			return c, fmt.Errorf("MAIL_FROM %q is not an address: write it like office@temple.example, or Temple <office@temple.example>", c.MailFrom)
		}
	}
	if _, port, err := net.SplitHostPort(c.MetricsAddr); c.MetricsAddr != "" && (err != nil || port == "") {
		return c, fmt.Errorf("METRICS_ADDR %q is no address to listen on: write it like 127.0.0.1:9090", c.MetricsAddr)
	}
	if err := new(slog.Level).UnmarshalText([]byte(c.LogLevel)); err != nil {
		return c, fmt.Errorf("LOG_LEVEL %q is none: choose debug, info, warn or error", c.LogLevel)
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		return c, fmt.Errorf("LOG_FORMAT %q is none: choose text or json", c.LogFormat)
	}
	if err := c.readBackup(); err != nil {
		return c, err
	}
	if err := c.readProxies(); err != nil {
		return c, err
	}
	return c, nil
}

// thisMachine is trusted where no network is named: a stranger cannot connect from there, and without it a temple behind
// a proxy on its own machine is one address to every limit. Private networks are not: containers and NAT show strangers
// under such an address, and those could then name any address as theirs.
var thisMachine = []string{"127.0.0.0/8", "::1/128"}

// noProxies in place of networks trusts nobody.
const noProxies = "none"

func (c *Config) readProxies() error {
	networks := c.TrustedProxies
	switch {
	case len(networks) == 0:
		networks = thisMachine
	case len(networks) == 1 && strings.TrimSpace(networks[0]) == noProxies:
		return nil
	}
	for _, p := range networks {
		prefix, err := network(strings.TrimSpace(p))
		if err != nil {
			return fmt.Errorf("TRUSTED_PROXIES: %q is not a network: write it like 10.0.0.0/8 or 10.0.0.1, or %q", p, noProxies)
		}
		if prefix.Bits() == 0 {
			return fmt.Errorf("TRUSTED_PROXIES: %q is everybody, and everybody could choose an address: name the networks of the proxies", p)
		}
		c.proxies = append(c.proxies, prefix)
	}
	return nil
}

// network reads a network, or one address; of IPv4 in IPv6 it is the network of IPv4, as addresses are compared.
func network(s string) (netip.Prefix, error) {
	prefix, err := netip.ParsePrefix(s)
	if err != nil {
		a, err := netip.ParseAddr(s)
		if err != nil || a.Zone() != "" {
			return prefix, errors.New("no network")
		}
		prefix = netip.PrefixFrom(a, a.BitLen())
	}
	if a := prefix.Addr(); a.Is4In6() {
		return netip.PrefixFrom(a.Unmap(), max(prefix.Bits()-96, 0)), nil
	}
	return prefix, nil
}

// readBackup: a backup in the temple's own folder or bucket is lost with it.
func (c *Config) readBackup() error {
	at, err := time.Parse("15:04", c.BackupAt)
	if err != nil {
		return fmt.Errorf("BACKUP_AT %q is no time: write it like 03:00", c.BackupAt)
	}
	c.night = time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute
	if c.backupKey, err = backup.ParseKey(c.BackupKey); err != nil {
		return fmt.Errorf("BACKUP_KEY_FILE: %w: make one with \"shanmen backup key <file>\"", err)
	}
	if c.BackupTo == "" {
		return nil
	}
	if c.DatabaseURL != "" {
		return errors.New("BACKUP_TO is for the built-in database: PostgreSQL is backed up by pg_dump, as docs/operations.md shows")
	}
	return c.mayBackUpTo(c.BackupTo)
}

func (c *Config) mayBackUpTo(place string) error {
	if strings.HasPrefix(place, "s3://") {
		if theirs, ours := bucketOf(place), bucketOf(c.S3URL); theirs == ours {
			return errors.New("BACKUP_TO is the bucket of S3_URL: name another one")
		}
		return nil
	}
	if strings.Contains(place, "://") {
		return errors.New("BACKUP_TO is neither a folder nor an address that begins with s3://")
	}
	inside, err := filepath.Rel(absolute(c.DataDir), absolute(place))
	if err == nil && inside != ".." && !strings.HasPrefix(inside, ".."+string(filepath.Separator)) {
		return fmt.Errorf("BACKUP_TO %s lies in DATA_DIR: name a folder elsewhere, best of another disk", place)
	}
	return nil
}

// bucketOf is host and bucket of an s3:// address.
func bucketOf(s3URL string) string {
	u, err := url.Parse(s3URL)
	if err != nil {
		return ""
	}
	return u.Host + "/" + strings.Trim(u.Path, "/")
}

// unreadable names the setting in place of the field.
func unreadable(err error) error {
	var parse env.ParseError
	if errors.As(err, &parse) {
		if f, ok := reflect.TypeFor[Config]().FieldByName(parse.Name); ok {
			return fmt.Errorf("%s must be a whole number", f.Tag.Get("env"))
		}
	}
	return errors.New(strings.TrimPrefix(err.Error(), "env: "))
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
