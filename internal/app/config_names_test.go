package app

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// Variable names that are common in environments cause no warning.
var usual = strings.Fields(`
PATH HOME SHELL USER LOGNAME HOSTNAME HOST PWD OLDPWD SHLVL TERM COLORTERM LANG LANGUAGE LC_ALL LC_CTYPE TZ TMPDIR TEMP TMP TEMPDIR TMP_DIR EDITOR
PAGER MAIL DISPLAY WAYLAND_DISPLAY LS_COLORS LESSOPEN LESSCLOSE _ SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK SUDO_USER SUDO_UID SUDO_COMMAND
DBUS_SESSION_BUS_ADDRESS XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS XDG_CONFIG_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR XDG_SESSION_ID
INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MAINPID NOTIFY_SOCKET WATCHDOG_PID WATCHDOG_USEC LISTEN_FDS LISTEN_PID LISTEN_FDNAMES
MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE STATE_DIRECTORY RUNTIME_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY
CREDENTIALS_DIRECTORY TRIGGER_UNIT REMOTE_ADDR REMOTE_PORT SERVICE_RESULT EXIT_CODE EXIT_STATUS
KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_PROTO
KUBERNETES_PORT_443_TCP_PORT KUBERNETES_PORT_443_TCP_ADDR SHANMEN_SERVICE_HOST SHANMEN_SERVICE_PORT SHANMEN_SERVICE_PORT_HTTP SHANMEN_PORT
SHANMEN_PORT_8080_TCP SHANMEN_PORT_8080_TCP_PROTO SHANMEN_PORT_8080_TCP_PORT SHANMEN_PORT_8080_TCP_ADDR METRICS_SERVICE_HOST METRICS_PORT
METRICS_PORT_9090_TCP_ADDR SMTP_SERVICE_HOST SMTP_PORT_25_TCP_ADDR S3_SERVICE_HOST S3_PORT POD_NAME POD_IP POD_NAMESPACE NODE_NAME
CI GITHUB_ACTIONS GITHUB_SHA GITHUB_REF GITHUB_WORKSPACE RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE GITLAB_CI CI_COMMIT_SHA CI_PROJECT_DIR CI_JOB_ID
CI_REGISTRY BUILD_ID BUILD_NUMBER BUILD_URL BUILD_TAG JOB_NAME JENKINS_URL DYNO K_SERVICE K_REVISION FLY_APP_NAME FLY_REGION RAILWAY_ENVIRONMENT
RENDER_SERVICE_ID container DOCKER_HOST INVOCATION DEBIAN_FRONTEND
HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR
GOROOT GOPATH GOCACHE GOMODCACHE GOPROXY GOFLAGS GODEBUG GOTRACEBACK GOMAXPROCS GOGC GOTOOLCHAIN GOOS GOARCH GOENV CGO_ENABLED
NODE_ENV NODE_OPTIONS NPM_CONFIG_LOGLEVEL npm_config_cache npm_lifecycle_event INIT_CWD PYTHONPATH JAVA_HOME
PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGSSLMODE PGDATA POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB
AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_PROFILE MINIO_ROOT_USER S3_BUCKET S3_KEY S3_REGION S3_ENDPOINT
SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD MAIL_HOST MAIL_PORT REDIS_URL DB_URL SSO_URL HTTP_URL CACHE_URL SENTRY_DSN API_URL SITE_URL APP_URL PUBLIC_URL LOG_DIR LOG_FILE
LOG_PATH DATA_PATH BACKUP_DIR LISTEN_ADDR BIND_ADDR UMASK PUID PGID
CLOCK_AT DEMO_LIVED_IN TEST_DATABASE_URL TEST_PG_BIN SHANMEN_TEST_PROCESS E2E_STEPS MODEL_SEED BACKUPS
`)

func TestUsualEnvironmentVariablesRaiseNoWarning(t *testing.T) {
	t.Parallel()
	var environ []string
	for _, name := range usual {
		environ = append(environ, name+"=x")
	}
	for _, pair := range os.Environ() { // of the environment that runs this test
		if name, value, _ := strings.Cut(pair, "="); value != "" {
			environ = append(environ, name+"=x")
		}
	}
	if doubts, err := checkNames(environ); err != nil || len(doubts) > 0 {
		t.Errorf("%v\n%s", err, strings.Join(doubts, "\n"))
	}
}

func TestMisspeltNamesStopTheStart(t *testing.T) {
	t.Parallel()
	for name, meant := range map[string]string{
		"DATABSE_URL": "DATABASE_URL", "DATABASE_ULR": "DATABASE_URL", "DATABASEURL": "DATABASE_URL", "DATEBASE_URI": "DATABASE_URL", "database_url": "DATABASE_URL",
		"DATABSE_URL_FILE": "DATABASE_URL_FILE", "MAIL_FORM": "MAIL_FROM", "EMAIL_FROM": "MAIL_FROM", "METRICS_ADR": "METRICS_ADDR", "METRIC_ADDR": "METRICS_ADDR",
		"BASE_URI": "BASE_URL", "BASEURL": "BASE_URL", "STMP_URL": "SMTP_URL", "S3_URI": "S3_URL", "SMS_ULR": "SMS_URL", "BACKUP_TOO": "BACKUP_TO",
		"TRUSTED_PROXYS": "TRUSTED_PROXIES", "FLOOD_PER_MINUTES": "FLOOD_PER_MINUTE", "LOGLEVEL": "LOG_LEVEL", "GOMEMLIMT": "GOMEMLIMIT", "DATADIR": "DATA_DIR",
		"SHANMEN_BASE_URL": "BASE_URL", "SHANMEN_DATA_DIR": "DATA_DIR", "BASE_URL_FILE": "BASE_URL, which cannot stand in a file", "MAIL_FROM_FILE": "MAIL_FROM, which cannot stand in a file",
	} {
		_, err := checkNames([]string{name + "=x", "PATH=/bin"})
		want := name + " is no setting of Shanmen: did you mean " + meant + "? (if it is another program's, start with \"env -u " + name + "\")"
		if err == nil || err.Error() != want || ExitCode(err) != 2 {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Each letter of each name, left out, doubled or swapped.
	for _, name := range settingNames() {
		if len(name) < 2+shortName {
			continue
		}
		for i := 1; i < len(name)-1; i++ {
			for _, typo := range []string{name[:i] + name[i+1:], name[:i] + name[i:i+1] + name[i:], name[:i-1] + name[i:i+1] + name[i-1:i] + name[i+1:]} {
				if _, err := checkNames([]string{typo + "=x"}); err == nil && !slices.Contains(settingNames(), typo) {
					t.Errorf("%s in place of %s is not noticed", typo, name)
				}
			}
		}
	}
}

// Short misspelt names cause a warning too. So do those whose correct setting is also present.
func TestUnknownSettingNamesAreWarnedAbout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ environ, want string }{
		{"PROT=x", "PROT is no setting of Shanmen: did you mean PORT?"},
		{"PORTS=x", "PORTS is no setting of Shanmen: did you mean PORT?"},
		{"ADR=x", "ADR is no setting of Shanmen: did you mean ADDR?"},
		{"BASE_URL=x BASEURL=x", "BASEURL is no setting of Shanmen: did you mean BASE_URL?"},
		{"DATABASE_URL_FILE=x DATABSE_URL=x", "DATABSE_URL is no setting of Shanmen: did you mean DATABASE_URL?"},
		{"DATABASE_URL= SMTP_URL=", "DATABASE_URL is set and empty: the built-in database is used"},
		{"DATABASE_URL_FILE=", "DATABASE_URL_FILE is set and empty: the built-in database is used"},
	} {
		doubts, err := checkNames(strings.Fields(c.environ))
		if err != nil || len(doubts) != 1 || doubts[0] != c.want {
			t.Errorf("%s: %q %v", c.environ, doubts, err)
		}
	}
}

func TestEverySettingIsDocumented(t *testing.T) {
	t.Parallel()
	readme := source.Read(t, "README.md")
	_, rest, _ := strings.Cut(string(readme), "| setting | default | |\n")
	table, _, found := strings.Cut(rest, "\n\n")
	if !found {
		t.Fatal("there is no table of settings")
	}
	var named []string
	for line := range strings.Lines(table) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "|"), "|")
		for _, m := range regexp.MustCompile("`([A-Z0-9_]+)`").FindAllStringSubmatch(cell, -1) {
			named = append(named, m[1])
		}
	}
	want := append(settingNames(), "GOMEMLIMIT")
	slices.Sort(named)
	slices.Sort(want)
	if !slices.Equal(named, want) {
		t.Errorf("named %v\nthere are %v", named, want)
	}
}
