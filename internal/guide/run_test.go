//go:build guide

package guide

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/testkit/port"
	"shanmen/internal/testkit/source"
)

// Runs every block of the guide tagged "run", in order, with the built program in a folder of its own.
func TestTheGuideRuns(t *testing.T) {
	for _, name := range []string{"nginx", "openssl", "curl", "bash"} {
		program(t, name)
	}
	root := source.Path(t, "")
	folder := t.TempDir()
	var script strings.Builder
	script.WriteString("set -euo pipefail\nended() { kill ${proxy:-} ${program:-} 2> /dev/null || true; wait; }\ntrap ended EXIT\n")
	runs := 0
	for _, b := range blocks(t) {
		if b.tag == "run" {
			runs++
			fmt.Fprintf(&script, "echo '== %s'\n%s", b.where, b.lines)
		}
	}
	file := filepath.Join(folder, "guide.sh")
	if err := os.WriteFile(file, []byte(script.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ports := freePorts(t, 3)
	c := exec.CommandContext(t.Context(), "bash", file)
	c.Dir = folder
	c.Env = []string{
		"PATH=" + filepath.Join(root, "bin") + ":" + os.Getenv("PATH") + ":/usr/sbin",
		"HOME=" + folder, "TMPDIR=" + folder, "DEPLOY=" + filepath.Join(root, "deploy"), "ETC=" + filepath.Join(folder, "etc"),
		"DATA_DIR=" + filepath.Join(folder, "data"), "BACKUP_TO=" + filepath.Join(folder, "backups"), "NGINX_DIR=" + filepath.Join(folder, "nginx"),
		"TEMPLE=temple.example", "BASE_URL=https://temple.example:" + ports[0], "HTTPS_PORT=" + ports[0], "HTTP_PORT=" + ports[1], "PORT=" + ports[2],
	}
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%d blocks ran\n%s", runs, out)
}

func freePorts(t *testing.T, n int) (ports []string) {
	t.Helper()
	for range n {
		at, reserved, err := port.Reserve()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = reserved.Close() })
		ports = append(ports, fmt.Sprint(at))
	}
	return ports
}

// The image is built as the guide says, runs as its own user, and its health check succeeds.
func TestTheImageRuns(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("not root: the image is not built")
	}
	program(t, "buildah")
	root := source.Path(t, "")
	folder := t.TempDir()
	var script strings.Builder
	script.WriteString("set -euo pipefail\n")
	for _, b := range blocks(t) {
		if b.tag == "checked" && strings.Contains(b.lines, "buildah") {
			script.WriteString(b.lines)
		}
	}
	script.WriteString(`
container=$(buildah from shanmen)
inside() { buildah run --isolation chroot --env PORT="$PORT" "$container" -- "$@"; }
inside /shanmen serve > log 2>&1 &
for _ in $(seq 50); do
	sleep 0.2
	! inside /shanmen alive 2> /dev/null || { alive=1; break; }
done
cat log
test "${alive:-}" = 1
served=$(pgrep -f '^/shanmen serve$' -U 65532 | tail -1)
kill "$served"
wait
! inside /shanmen alive
buildah rm "$container" > /dev/null
`)
	file, storage := filepath.Join(folder, "image.sh"), filepath.Join(folder, "storage.conf")
	conf := fmt.Sprintf("[storage]\ndriver = \"vfs\"\ngraphroot = %q\nrunroot = %q\n", filepath.Join(folder, "store"), filepath.Join(folder, "run"))
	for path, text := range map[string]string{file: script.String(), storage: conf} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.CommandContext(t.Context(), "bash", file)
	c.Dir = folder
	c.Env = []string{
		"PATH=" + filepath.Join(root, "bin") + ":" + os.Getenv("PATH"), "HOME=" + folder, "TMPDIR=" + folder,
		"DEPLOY=" + filepath.Join(root, "deploy"), "CONTAINERS_STORAGE_CONF=" + storage, "PORT=" + freePorts(t, 1)[0],
	}
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
