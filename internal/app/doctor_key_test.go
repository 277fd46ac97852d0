package app

import (
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/platform/doctor"
)

// Backups that the present key does not decrypt cannot be restored: the doctor and Today say so before anybody needs
// one.
func TestTheDoctorReportsBackupsThatTheKeyDoesNotOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	opened(t, data, false)
	environ := []string{"DATA_DIR=" + data, "BACKUP_TO=" + filepath.Join(dir, "backups")}
	run := func(more []string, args ...string) {
		t.Helper()
		if err := Run(t.Context(), args, slices.Concat(environ, more), nil, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	key, other := filepath.Join(dir, "backup.key"), filepath.Join(dir, "other.key")
	run(nil, "backup", "key", key)
	run(nil, "backup", "key", other)
	run([]string{"BACKUP_KEY_FILE=" + key}, "backup")
	for file, opens := range map[string]bool{key: true, other: false} {
		settings := slices.Concat(environ, []string{"BACKUP_KEY_FILE=" + file})
		e := newExamination(invocation{environ: settings, getenv: lookUp(settings)}, http.DefaultClient)
		missed := false
		for _, f := range e.backups(t.Context()) {
			missed = missed || f.Severity == doctor.Error && strings.Contains(f.Says, "no key of BACKUP_KEY_FILE opens them") && f.Fix != ""
		}
		if missed == opens {
			t.Errorf("%s: %v", filepath.Base(file), missed)
		}
		if part := e.app.machineBackup(t.Context()); part.Bad == opens {
			t.Errorf("%s: Today says %+v", filepath.Base(file), part)
		}
	}
}
