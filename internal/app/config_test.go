package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInvalidSettingsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, wants string
		env         map[string]string
	}{
		{"ErrBaseURLWithPath", "leave the path out", map[string]string{"BASE_URL": "https://temple.example/site"}},
		{"ErrBaseURLIsNoAddress", "write it like", map[string]string{"BASE_URL": "temple.example"}},
		{"ErrMailWithoutSender", "MAIL_FROM", map[string]string{"SMTP_URL": "smtp://mail.example:587"}},
		{"ErrProxyIsNoNetwork", "10.0.0.0/8", map[string]string{"TRUSTED_PROXIES": "10.0.0"}},
		{"ErrProxyIsAName", "is not a network", map[string]string{"TRUSTED_PROXIES": "10.0.0.1,proxy.example"}},
		{"ErrProxyIsNoneAndOne", "is not a network", map[string]string{"TRUSTED_PROXIES": "none,10.0.0.1"}},
		{"ErrProxyIsEverybody", "everybody", map[string]string{"TRUSTED_PROXIES": "0.0.0.0/0"}},
		{"ErrProxyIsEverybodyOfIPv6", "everybody", map[string]string{"TRUSTED_PROXIES": "10.0.0.1, ::/0"}},
		{"ErrPortIsNoNumber", "PORT", map[string]string{"PORT": "http"}},
		{"ErrMailFromIsNoAddress", "MAIL_FROM", map[string]string{"MAIL_FROM": "The temple's office"}},
		{"ErrMetricsWithoutPort", "127.0.0.1:9090", map[string]string{"METRICS_ADDR": "127.0.0.1"}},
		{"ErrLogLevel", "LOG_LEVEL", map[string]string{"LOG_LEVEL": "loud"}},
		{"ErrLogFormat", "text or json", map[string]string{"LOG_FORMAT": "xml"}},
		{"ErrSecretTwice", "keep one", map[string]string{"SMS_URL": "twilio://x", "SMS_URL_FILE": "/run/secret"}},
		{"ErrBackupTime", "03:00", map[string]string{"BACKUP_AT": "at night"}},
		{"ErrBackupInside", "DATA_DIR", map[string]string{"BACKUP_TO": "./data/backups"}},
		{"ErrBackupOfPostgres", "pg_dump", map[string]string{"BACKUP_TO": "/backups", "DATABASE_URL": "postgres://db/x"}},
		{"ErrBackupInTheSameBucket", "another", map[string]string{"BACKUP_TO": "s3://a:b@s3.example/temple", "S3_URL": "s3://c:d@s3.example/temple"}},
		{"ErrSecretFileMissing", "SMS_URL_FILE", map[string]string{"SMS_URL_FILE": "/no/such/file"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := LoadConfig(func(n string) string { return c.env[n] }, false)
			if err == nil || !strings.Contains(err.Error(), c.wants) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSettingsHaveTheirDefaults(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(secret, []byte("postgres://shanmen@db/shanmen\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := LoadConfig(func(n string) string { return map[string]string{"DATABASE_URL_FILE": secret}[n] }, true)
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr != "127.0.0.1" || c.BaseURL != "http://localhost:8080" || c.databaseURL() != "postgres://shanmen@db/shanmen" {
		t.Errorf("got %+v", c)
	}
}

// Calling codes may be written with a plus, with spaces, and with leading zeros.
func TestCallingCodesAreParsedInAllUsualSpellings(t *testing.T) {
	t.Parallel()
	c, err := LoadConfig(func(n string) string { return map[string]string{"SMS_COUNTRIES": "+65, 60,0086"}[n] }, false)
	if err != nil || strings.Join(c.SMSCountries, " ") != "65 60 86" {
		t.Errorf("%q %v", c.SMSCountries, err)
	}
}

// A visitor cannot connect from this machine, but may come through a private address.
func TestForwardedForCountsOnlyFromTrustedProxies(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]string{
		"":                     "127.0.0.0/8 ::1/128",
		"none":                 "",
		"10.0.0.0/8":           "10.0.0.0/8",
		"10.0.0.0/8, ::1/128 ": "10.0.0.0/8 ::1/128",
		"10.0.0.1,fd00::2":     "10.0.0.1/32 fd00::2/128",
		"::ffff:10.0.0.0/104":  "10.0.0.0/8",
		"::ffff:10.0.0.1":      "10.0.0.1/32",
	} {
		c, err := LoadConfig(func(n string) string { return map[string]string{"TRUSTED_PROXIES": setting}[n] }, false)
		var got []string
		for _, p := range c.proxies {
			got = append(got, p.String())
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %v %v", setting, got, err)
		}
	}
}
