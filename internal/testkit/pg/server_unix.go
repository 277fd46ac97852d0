//go:build unix

package pg

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"shanmen/internal/testkit/port"
)

// Server is a temporary PostgreSQL. It ends, and its files are deleted, with Stop or with this process in any case.
type Server struct {
	URL string // of the maintenance database, as superuser

	leash   io.Closer
	keeper  *exec.Cmd
	stopped chan struct{}
}

// keep is the server's parent process: it holds one end of a pipe whose other end closes with the process that asked
// for the server. Signals to that process's group do not reach it.
const keep = `
bin=$1 dir=$2 port=$3
"$bin/postgres" -D "$dir/data" -p "$port" \
	-c listen_addresses=127.0.0.1 -c unix_socket_directories= \
	-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off \
	-c shared_buffers=64MB -c max_wal_size=256MB -c max_connections=300 -c jit=off >"$dir/log" 2>&1 &
server=$!
cat
kill -QUIT $server 2>/dev/null
wait $server
rm -rf "$dir"
`

// Start starts a server on a free port of the loopback address, without durability, for fast tests.
func Start() (*Server, error) {
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	as, err := unprivileged()
	if err != nil {
		return nil, err
	}
	dir, err := workFolder(as)
	if err != nil {
		return nil, err
	}
	s, err := start(bin, dir, as)
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("start PostgreSQL for the tests (from %s): %w", bin, err)
	}
	return s, nil
}

func start(bin, dir string, as *syscall.Credential) (*Server, error) {
	if as != nil && !searchable(bin) {
		// Root's home, for example, is not accessible to that user. npm's binaries run from anywhere.
		if !strings.HasSuffix(bin, filepath.Join("native", "bin")) {
			return nil, errors.New("a folder above it is closed to the unprivileged user that must run it")
		}
		native := filepath.Join(dir, "native")
		if err := os.CopyFS(native, os.DirFS(filepath.Dir(bin))); err != nil {
			return nil, err
		}
		if err := giveAway(native, as); err != nil {
			return nil, err
		}
		bin = filepath.Join(dir, "native", "bin")
	}
	var secret [16]byte
	_, _ = rand.Read(secret[:])
	password := hex.EncodeToString(secret[:])
	passwordFile := filepath.Join(dir, "password")
	if err := os.WriteFile(passwordFile, []byte(password), 0o600); err != nil {
		return nil, err
	}
	if err := giveAway(passwordFile, as); err != nil {
		return nil, err
	}
	initdb := command(as, dir, filepath.Join(bin, "initdb"), "-D", filepath.Join(dir, "data"), "-U", "postgres",
		"-A", "password", "--pwfile", passwordFile, "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return run(bin, dir, password, as)
}

func run(bin, dir, password string, as *syscall.Credential) (*Server, error) {
	at, reserved, err := port.Reserve()
	if err != nil {
		return nil, err
	}
	defer func() { _ = reserved.Close() }()
	keeper := command(as, dir, "/bin/sh", "-c", keep, "keep", bin, dir, strconv.Itoa(at))
	leash, err := keeper.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := keeper.Start(); err != nil {
		return nil, err
	}
	s := &Server{
		URL:     fmt.Sprintf("postgres://postgres:%s@127.0.0.1:%d/postgres?sslmode=disable", password, at),
		leash:   leash,
		keeper:  keeper,
		stopped: make(chan struct{}),
	}
	go func() { _ = keeper.Wait(); close(s.stopped) }()
	if err := s.answers(30 * time.Second); err != nil {
		said, _ := os.ReadFile(filepath.Join(dir, "log"))
		s.Stop()
		return nil, fmt.Errorf("%w\n%s", err, said)
	}
	return s, nil
}

func (s *Server) answers(within time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.URL)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("no answer within %v: %w", within, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Stop ends the server and removes its files.
func (s *Server) Stop() {
	_ = s.leash.Close()
	<-s.stopped
}

// command prepares a program to run as the server's user, without the caller's environment, such as PGDATA or a locale.
func command(as *syscall.Credential, dir, program string, args ...string) *exec.Cmd {
	c := exec.Command(program, args...)
	c.Dir = dir
	c.Env = []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: as}
	return c
}

// unprivileged returns the user to run the server as, because PostgreSQL refuses root. nil: the current one.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not run as root, and there is no user to run it as: %w", err)
	}
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(nobody.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// workFolder creates a folder for the server's user, in the temporary folder if accessible.
func workFolder(as *syscall.Credential) (string, error) {
	parent := os.TempDir()
	if as != nil && !searchable(parent) {
		parent = "/tmp"
	}
	dir, err := os.MkdirTemp(parent, "shanmen-pg-")
	if err != nil {
		return "", err
	}
	return dir, giveAway(dir, as)
}

// giveAway changes the owner of a file or folder, with contents, to the server's user, who must be able to delete it.
func giveAway(path string, as *syscall.Credential) error {
	if as == nil {
		return nil
	}
	return filepath.WalkDir(path, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(as.Uid), int(as.Gid))
	})
}

// searchable returns whether everybody may traverse the folder and its parents.
func searchable(dir string) bool {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return false
	}
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if dir == "/" || strings.TrimRight(dir, "/") == "" {
			return true
		}
		dir = filepath.Dir(dir)
	}
}
