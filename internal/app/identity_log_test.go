package app

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// A logged path, error or message contains no NRIC or FIN.
func TestNoIdentityNumberIsLogged(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) { noIdentityNumber(t, format) })
	}
}

func noIdentityNumber(t *testing.T, format string) {
	var out bytes.Buffer
	log := logger(Config{LogLevel: "debug", LogFormat: format}, &out)
	log.Debug("request", "path", "/api/admin/member?q=S1234567D")
	log.Warn("no such name: T7654321J", "error", fmt.Errorf("look: %w", errors.New(`syntax near "Ｆ１２３４５６７Ｎ"`)))
	log.With("who", "G1234567X").WithGroup("g").Info("x", "names", []string{"Tan m1234567k"})
	text := out.String()
	for _, digits := range []string{"1234567", "7654321", "１２３"} {
		if strings.Contains(text, digits) {
			t.Errorf("%s is in the log:\n%s", digits, text)
		}
	}
	if strings.Count(text, "\n") != 3 || strings.Count(text, "[…]") != 5 || !strings.Contains(text, map[string]string{"text": "level=WARN", "json": `"level":"WARN"`}[format]) {
		t.Errorf("%s", text)
	}
}
