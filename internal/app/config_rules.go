package app

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nyaruka/phonenumbers"

	"shanmen/internal/platform/backup"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/provider"
)

// Validation of the settings. Each error is one line that names its setting, says what to write, and contains no
// secret. docs/settings.md is generated from the test of these rules.

const largestPort = 65535

func (c *Config) readListening() error {
	if c.Port < 0 || c.Port > largestPort {
		return fmt.Errorf("PORT %d is not a port: choose one from 1 to 65535", c.Port)
	}
	if c.Addr != "" && !isHost(strings.Trim(c.Addr, "[]")) {
		return fmt.Errorf("ADDR %q is no address of this machine: write it like 127.0.0.1, without a port, which is PORT", c.Addr)
	}
	c.Addr = strings.Trim(c.Addr, "[]") // of IPv6
	if c.MetricsAddr == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(c.MetricsAddr)
	if n, e := strconv.Atoi(port); err != nil || e != nil || n < 0 || n > largestPort || host != "" && !isHost(host) {
		return fmt.Errorf("METRICS_ADDR %q is no address to listen on: write it like 127.0.0.1:9090", c.MetricsAddr)
	}
	if a, err := netip.ParseAddr(host); err == nil && !a.IsUnspecified() && isPublic(host) { // a container may listen on all addresses
		c.doubts = append(c.doubts, fmt.Sprintf("METRICS_ADDR %q is a public address: strangers can read figures and profiles there; write it like 127.0.0.1:9090", c.MetricsAddr))
	}
	if n, _ := strconv.Atoi(port); n != 0 && n == c.Port && (host == "" || c.Addr == "" || host == c.Addr) {
		return fmt.Errorf("METRICS_ADDR has the port of the site, %d: choose another one", n)
	}
	return nil
}

var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$`)

// isHost returns whether s is an IP address or a possible host name.
func isHost(s string) bool {
	_, err := netip.ParseAddr(s)
	return err == nil || hostName.MatchString(s)
}

func (c *Config) readBase() error {
	given := c.BaseURL != ""
	if !given {
		c.BaseURL = fmt.Sprintf("http://localhost:%d", c.Port)
	}
	u, err := url.Parse(c.BaseURL)
	c.base = &url.URL{Scheme: "http", Host: "localhost"}
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("BASE_URL is not an address: write it like https://temple.example")
	case u.User != nil:
		return errors.New("BASE_URL has a name or a password in it, which every visitor would see: write it like https://temple.example")
	case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.ForceQuery:
		return fmt.Errorf("BASE_URL %q has a path: Shanmen must own the whole host, so leave the path out", c.BaseURL)
	case u.Fragment != "" || strings.Contains(c.BaseURL, "#"):
		return fmt.Errorf("BASE_URL %q has a part behind #: leave it out", c.BaseURL)
	case !isHost(u.Hostname()):
		return fmt.Errorf("BASE_URL %q has a host that browsers write otherwise: write it as the address bar copies it, like https://xn--….example", c.BaseURL)
	}
	if p := u.Port(); given && (p != "" || strings.HasSuffix(u.Host, ":")) {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > largestPort {
			return fmt.Errorf("BASE_URL %q has a port that is none: choose one from 1 to 65535, or leave it out", c.BaseURL)
		}
	}
	c.base = origin(u)
	if c.plainInPublic() {
		c.doubts = append(c.doubts, plainBase)
	}
	return nil
}

const plainBase = "BASE_URL begins with http:// and its host is public: passwords travel in the clear, cookies are not kept to https; write https://"

// origin is an address as browsers write it: in lower case, without the default port.
func origin(u *url.URL) *url.URL {
	host := strings.ToLower(u.Host)
	if u.Scheme == "https" {
		host = strings.TrimSuffix(host, ":443")
	} else {
		host = strings.TrimSuffix(host, ":80")
	}
	return &url.URL{Scheme: u.Scheme, Host: host}
}

func (c *Config) plainInPublic() bool { return c.base.Scheme == "http" && isPublic(c.base.Hostname()) }

// isPublic returns whether a host name is outside this machine and private networks, judging by the name.
func isPublic(host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		return !a.IsLoopback() && !a.IsPrivate() && !a.IsLinkLocalUnicast()
	}
	for _, end := range []string{".localhost", ".local", ".internal", ".lan", ".home.arpa", ".test"} {
		if strings.HasSuffix(host, end) {
			return false
		}
	}
	return strings.Contains(host, ".")
}

// warnOfPlaintext warns about an address without TLS whose host is public.
func (c *Config) warnOfPlaintext(name, address, key, off, what, instead string) {
	u, err := url.Parse(address)
	if err == nil && u.Query().Get(key) == off && isPublic(u.Hostname()) {
		c.doubts = append(c.doubts, fmt.Sprintf("%s has %s=%s and its host is public: %s travel in the clear; %s", name, key, off, what, instead))
	}
}

func (c *Config) readDataDir() error {
	return folder("DATA_DIR", c.DataDir)
}

// folder refuses a path with ~ or $ that no shell has expanded.
func folder(name, path string) error {
	switch {
	case strings.Contains(path, "://"):
		return fmt.Errorf("%s is an address: name a folder", name)
	case strings.HasPrefix(path, "~") || strings.HasPrefix(path, "$") || strings.Contains(path, "/$") || strings.Contains(path, "${"):
		return fmt.Errorf("%s %q has a ~ or $ that nobody has filled in: write the whole path", name, path)
	}
	return nil
}

func (c *Config) readDatabase() error {
	if c.DatabaseURL == "" {
		return nil
	}
	c.warnOfPlaintext("DATABASE_URL", c.DatabaseURL, "sslmode", "disable", "passwords and orders", "write sslmode=verify-full")
	return db.CheckURL(c.DatabaseURL)
}

func (c *Config) readMail() error {
	if c.SMTPURL != "" && c.MailFrom == "" {
		return errors.New("SMTP_URL is set without MAIL_FROM: name the address that mails come from")
	}
	if c.MailFrom != "" {
		if _, err := mail.ParseAddress(c.MailFrom); err != nil {
			return fmt.Errorf("MAIL_FROM %q is not an address: write it like office@temple.example, or Temple <office@temple.example>", c.MailFrom)
		}
	}
	if c.SMTPURL == "" {
		return nil
	}
	_, err := outbox.NewSMTP(c.SMTPURL)
	return err
}

func (c *Config) readTexts() error {
	for i, code := range c.SMSCountries {
		code = strings.TrimPrefix(strings.TrimSpace(code), "+")
		n, err := strconv.Atoi(code)
		if err != nil || !phonenumbers.GetSupportedCallingCodes()[n] {
			return fmt.Errorf("SMS_COUNTRIES: %q is not the calling code of a country: write them like 65,60", code)
		}
		c.SMSCountries[i] = strconv.Itoa(n) // 0065 becomes 65
	}
	if c.SMSURL == "" {
		return nil
	}
	c.warnOfPlaintext("SMS_URL", c.SMSURL, "tls", "0", "token and texts", "leave tls=0 out")
	_, err := outbox.NewTwilio(c.SMSURL)
	return err
}

func (c *Config) readProvider() (err error) {
	if c.PayNowProvider == "" {
		return nil
	}
	c.warnOfPlaintext("PAYNOW_PROVIDER", c.PayNowProvider, "tls", "0", "key and payments", "leave tls=0 out")
	c.provider, err = provider.New(c.PayNowProvider)
	return err
}

func (c *Config) readS3() error {
	if c.S3URL == "" {
		return nil
	}
	c.warnOfPlaintext("S3_URL", c.S3URL, "tls", "0", "keys and files", "leave tls=0 out")
	if err := media.CheckS3(c.S3URL); err != nil {
		return fmt.Errorf("S3_URL: %w", err)
	}
	return nil
}

// readBackup refuses a backup folder inside the temple's own folder or bucket: both would be lost together.
func (c *Config) readBackup() error {
	at, err := time.Parse("15:04", c.BackupAt)
	if err != nil {
		return fmt.Errorf("BACKUP_AT %q is no time: write it like 03:00", c.BackupAt)
	}
	c.night = time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute
	if c.backupKey, err = backup.ParseKey(c.BackupKey); err != nil {
		return fmt.Errorf("BACKUP_KEY_FILE: %w", err)
	}
	if c.DatabaseURL != "" && c.backupKey != nil {
		return errors.New("BACKUP_KEY_FILE is for the built-in database: encrypt what pg_dump writes by means of your own")
	}
	if c.BackupTo == "" {
		return nil
	}
	if c.DatabaseURL != "" {
		return errors.New("BACKUP_TO is for the built-in database: PostgreSQL is backed up by pg_dump, as docs/operations.md shows")
	}
	if err := c.mayBackUpTo(c.BackupTo); err != nil {
		return err
	}
	if !strings.HasPrefix(c.BackupTo, "s3://") && !filepath.IsAbs(c.BackupTo) {
		return fmt.Errorf("BACKUP_TO %q depends on the folder that the program is started in: write the whole path", c.BackupTo)
	}
	return nil
}

func (c *Config) mayBackUpTo(place string) error {
	if strings.HasPrefix(place, "s3://") {
		if err := media.CheckS3(place); err != nil {
			return fmt.Errorf("BACKUP_TO: %w", err)
		}
		if theirs, ours := bucketOf(place), bucketOf(c.S3URL); theirs == ours {
			return errors.New("BACKUP_TO is the bucket of S3_URL: name another one")
		}
		return nil
	}
	if strings.Contains(place, "://") {
		return errors.New("BACKUP_TO is neither a folder nor an address that begins with s3://")
	}
	if err := folder("BACKUP_TO", place); err != nil {
		return err
	}
	inside, err := filepath.Rel(absolute(c.DataDir), absolute(place))
	if err == nil && inside != ".." && !strings.HasPrefix(inside, ".."+string(filepath.Separator)) {
		return fmt.Errorf("BACKUP_TO %s lies in DATA_DIR: name a folder elsewhere, best of another disk", place)
	}
	return nil
}

// bucketOf returns host and bucket of an s3:// address.
func bucketOf(s3URL string) string {
	u, err := url.Parse(s3URL)
	if err != nil {
		return ""
	}
	return u.Host + "/" + strings.Trim(u.Path, "/")
}

// thisMachine is the default of trusted proxies: a stranger cannot connect from there, and without it all visitors
// behind a proxy on the same machine would share one address in every limit. Private networks are not trusted:
// containers and NAT show strangers under such addresses, who could then claim any address.
var thisMachine = []string{"127.0.0.0/8", "::1/128"}

// noProxies is the value that trusts no proxy.
const noProxies = "none"

// widestProxies is the least prefix length of a trusted network, except for private IPv6 networks: a wider one includes
// strangers, who could claim any address.
const widestV4, widestV6 = 8, 16

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
		v4 := prefix.Addr().Is4()
		if v4 && prefix.Bits() < widestV4 || !v4 && prefix.Bits() < widestV6 && (prefix.Bits() < 7 || !prefix.Addr().IsPrivate()) {
			return fmt.Errorf("TRUSTED_PROXIES: %q is so wide that strangers could name any address as theirs: name the networks of the proxies", p)
		}
		c.proxies = append(c.proxies, prefix)
	}
	return nil
}

// network parses a network or a single address. IPv4 mapped to IPv6 becomes IPv4, because addresses are compared in
// that form.
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

const (
	// leastFlood lets one visitor open a page or two a minute; a lower limit would block everybody.
	leastFlood = 60
	// longestCheck is a day: browsers treat intervals above 24 days as zero.
	longestCheck = 24 * 60 * 60
)

func (c *Config) readLimits() error {
	switch {
	case c.FloodPerMinute < 0 || c.FloodPerMinute > 0 && c.FloodPerMinute < leastFlood:
		return fmt.Errorf("FLOOD_PER_MINUTE %d is no limit that visitors can live with: choose %d or more, or 0 for none", c.FloodPerMinute, leastFlood)
	case c.BuildCheck < 0 || c.BuildCheck > longestCheck:
		return fmt.Errorf("BUILD_CHECK %d is none: choose seconds up to %d, or 0 for never", c.BuildCheck, longestCheck)
	}
	if err := new(slog.Level).UnmarshalText([]byte(c.LogLevel)); err != nil {
		return fmt.Errorf("LOG_LEVEL %q is none: choose debug, info, warn or error", c.LogLevel)
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		return fmt.Errorf("LOG_FORMAT %q is none: choose text or json", c.LogFormat)
	}
	return nil
}

// leastMemory is below what an empty temple needs: Go would only collect garbage.
const leastMemory = 64 * mB

// readMemory refuses a limit under which nothing works. Go itself has already refused malformed sizes at startup.
func readMemory(getenv func(string) string) error {
	text := getenv("GOMEMLIMIT")
	if n, ok := goMemory(text); text != "" && ok && n < leastMemory {
		return fmt.Errorf("GOMEMLIMIT %s is too little to work in: choose 64MiB or more, best leave it out", text)
	}
	return nil
}

// goMemory parses a size in Go's notation; "off" means no limit.
func goMemory(text string) (int64, bool) {
	if text == "off" {
		return math.MaxInt64, true
	}
	number, shift := strings.TrimSuffix(text, "B"), 0
	for i, unit := range []string{"Ki", "Mi", "Gi", "Ti"} {
		if n, is := strings.CutSuffix(number, unit); is {
			number, shift = n, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64>>shift {
		return 0, false
	}
	return n << shift, true
}
