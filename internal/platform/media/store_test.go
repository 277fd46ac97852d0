package media

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/testkit/bucket"
)

// eachStore runs a test on every kind of store; list returns every stored key, including unfinished ones.
func eachStore(t *testing.T, test func(t *testing.T, store Store, list func() []string)) {
	t.Run("disk", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		store, err := Open("", dir)
		if err != nil {
			t.Fatal(err)
		}
		test(t, store, func() []string { return filesIn(t, filepath.Join(dir, "files")) })
	})
	t.Run("S3", func(t *testing.T) {
		t.Parallel()
		s3 := bucket.New(t, "temple")
		store, err := Open(s3.URL(), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		test(t, store, func() []string { return s3.Keys(t) })
	})
}

func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	var keys []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			key, _ := filepath.Rel(dir, path)
			keys = append(keys, filepath.ToSlash(key))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestStoredFilesRoundTrip(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store Store, list func() []string) {
		ctx := t.Context()
		key := NewKey("receipt", "jpg")
		for _, data := range []string{"first", strings.Repeat("second ", 1<<18), "x"} {
			// A reader without Seek that returns short reads, like a request's body.
			r := iotest.HalfReader(strings.NewReader(data))
			if err := store.Put(ctx, key, r, int64(len(data)), ContentType); err != nil {
				t.Fatal(err)
			}
			f, err := store.Open(ctx, key)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(f)
			if err := errors.Join(err, f.Close()); err != nil {
				t.Fatal(err)
			}
			if string(got) != data || f.Size != int64(len(data)) {
				t.Errorf("%d bytes of size %d came back from %d", len(got), f.Size, len(data))
			}
		}
		if keys := list(); !slices.Equal(keys, []string{key}) {
			t.Errorf("stored: %v", keys)
		}
		for range 2 { // the second time there is nothing to delete
			if err := store.Delete(ctx, key); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := store.Open(ctx, key); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("deleted: %v", err)
		}
		if err := store.Check(ctx); err != nil {
			t.Error(err)
		}
		if keys := list(); len(keys) != 0 {
			t.Errorf("left: %v", keys)
		}
	})
}

func TestEachListsEveryStoredFile(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store Store, _ func() []string) {
		for _, key := range []string{"receipt/a.jpg", "receipt/deep/b.jpg", "receipts/c.jpg", "statement/d.bin", "top"} {
			if err := store.Put(t.Context(), key, strings.NewReader(key), int64(len(key)), ContentType); err != nil {
				t.Fatal(err)
			}
		}
		for prefix, want := range map[string][]string{
			"":         {"receipt/a.jpg", "receipt/deep/b.jpg", "receipts/c.jpg", "statement/d.bin", "top"},
			"receipt/": {"receipt/a.jpg", "receipt/deep/b.jpg"},
			"none/":    nil,
		} {
			var got []string
			err := store.Each(t.Context(), prefix, func(s Stored) error {
				if got = append(got, s.Key); s.Size != int64(len(s.Key)) || time.Since(s.Modified).Abs() > time.Hour {
					t.Errorf("%+v", s)
				}
				return nil
			})
			slices.Sort(got)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%q: %v %v", prefix, got, err)
			}
		}
		stop := errors.New("enough")
		if err := store.Each(t.Context(), "", func(Stored) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("the callback's error: %v", err)
		}
	})
}

func TestAFailedUploadLeavesNothing(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store Store, list func() []string) {
		broken := errors.New("client gone")
		if err := store.Put(t.Context(), NewKey("receipt", "jpg"), strings.NewReader(""), 0, ContentType); err == nil {
			t.Error("an empty file was stored")
		}
		tests := map[string]io.Reader{
			"reader fails":   io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken)),
			"too short":      strings.NewReader("half"),
			"too long, slow": iotest.OneByteReader(strings.NewReader("half and half and more")),
			"too long":       strings.NewReader("half and half and more"),
		}
		for name, r := range tests {
			if err := store.Put(t.Context(), NewKey("receipt", "jpg"), r, 8, ContentType); err == nil {
				t.Errorf("%s: stored", name)
			}
		}
		if keys := list(); len(keys) != 0 {
			t.Errorf("left: %v", keys)
		}
	})
}

func TestOnlyValidStorageKeysAreAccepted(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store Store, list func() []string) {
		for _, key := range []string{
			"", ".", "..", "../x", "a/../../x", "/etc/passwd", "a//b", "a/", `a\b`, "a\x00.jpg", "a/.unfinished-1", "CON",
			"a b", "a.jpg/b", "a..jpg", "收据.jpg", strings.Repeat("a", 201),
		} {
			if err := store.Put(t.Context(), key, strings.NewReader("x"), 1, ContentType); err == nil {
				t.Errorf("Put took %q", key)
			}
			if _, err := store.Open(t.Context(), key); err == nil || errors.Is(err, fs.ErrNotExist) {
				t.Errorf("Open looked for %q", key)
			}
			if err := store.Delete(t.Context(), key); err == nil {
				t.Errorf("Delete took %q", key)
			}
		}
		if keys := list(); len(keys) != 0 {
			t.Errorf("stored: %v", keys)
		}
		if a, b := NewKey("receipt", "jpg"), NewKey("receipt", "jpg"); a == b || checkKey(a) != nil {
			t.Errorf("keys %q and %q", a, b)
		}
	})
}

func TestDiskStoreIsPrivateAndCleanedUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, "files")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	old, young := filepath.Join(folder, unfinished+"old"), filepath.Join(folder, unfinished+"young")
	for _, path := range []string{old, young} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(young)
	if err != nil {
		t.Fatal(err)
	}
	past := info.ModTime().Add(-abandoned - time.Minute)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	store, err := Open("", dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := filesIn(t, folder); !slices.Equal(got, []string{unfinished + "young"}) {
		t.Errorf("after the sweep: %v", got)
	}
	key := NewKey("receipt", "jpg")
	if err := store.Put(t.Context(), key, strings.NewReader("x"), 1, ContentType); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{folder: 0o700, filepath.Join(folder, "receipt"): 0o700, filepath.Join(folder, key): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	// Symbolic links inside the folder are not followed.
	if err := os.Symlink(t.TempDir(), filepath.Join(folder, "out")); err != nil {
		t.Fatal(err)
	}
	if err := store.Put(t.Context(), "out/x.jpg", strings.NewReader("x"), 1, ContentType); err == nil {
		t.Error("a link led out of the folder")
	}
}

func TestS3AddressesAreChecked(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"http://key:topsecret@host/b", "s3://host/b", "s3://key:topsecret@host", "s3://key:topsecret@host/a/b",
		"s3://key:topsecret@host/b?tls=no", "s3://key:topsecret@host/b?zone=1", "s3://key:topsecret@/b", "s3://key:topsecret@ho st/b",
	} {
		if _, err := Open(bad, t.TempDir()); err == nil || strings.Contains(err.Error(), "topsecret") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	store, err := Open("s3://key:topsecret@"+bucket.New(t, "temple").Host+"/nowhere?tls=0", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Check(t.Context()); err == nil || strings.Contains(err.Error(), "topsecret") {
		t.Errorf("a bucket that does not exist: %v", err)
	}
}

func TestServedFilesCannotRunScripts(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store Store, _ func() []string) {
		key := NewKey("receipt", "jpg")
		if err := store.Put(t.Context(), key, strings.NewReader("pixels"), 6, ContentType); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			name, file, disposition string
			download                bool
		}{
			{"inline", "bank.jpg", "inline; filename=bank.jpg", false},
			{"download", "my bank.jpg", `attachment; filename="my bank.jpg"`, true},
			{"Chinese", "𠮷.jpg", "attachment; filename*=utf-8''%F0%A0%AE%B7.jpg", true},
			{"hostile", "../a\r\nX: y\".html", "attachment; filename=\"aX y.html\"", true},
			{"no name", "", "attachment", true},
		} {
			w := httptest.NewRecorder()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			if err := Serve(w, r, store, key, tt.file, tt.download); err != nil {
				t.Fatal(err)
			}
			want := map[string]string{
				"Content-Type": "image/jpeg", "Content-Length": "6", "Content-Disposition": tt.disposition,
				"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
				"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "private, no-store",
			}
			for name, value := range want {
				if got := w.Header().Get(name); got != value {
					t.Errorf("%s: %s: %s, want %s", tt.name, name, got, value)
				}
			}
			if len(w.Header()) != len(want) || !bytes.Equal(w.Body.Bytes(), []byte("pixels")) {
				t.Errorf("%s: %v %q", tt.name, w.Header(), w.Body)
			}
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodHead, "/", nil)
		if err := Serve(w, r, store, key, "x", false); err != nil || w.Body.Len() != 0 {
			t.Errorf("HEAD: %v, %d bytes", err, w.Body.Len())
		}
		if err := Serve(w, r, store, NewKey("receipt", "jpg"), "x", false); !errors.Is(err, fault.NotFound()) {
			t.Errorf("no such file: %v", err)
		}
	})
}

func TestFileNamesAreCleaned(t *testing.T) {
	t.Parallel()
	for declared, want := range map[string]string{
		"receipt.jpg": "receipt.jpg", "../../x": "x", `C:\fakepath\x.png`: "x.png", "a\x00.jpg": "a.jpg", "a\r\nb.jpg": "ab.jpg",
		`"quoted".jpg`: "quoted.jpg", "𠮷.jpg": "𠮷.jpg", "收据 1.png": "收据 1.png", "..": "", "": "", "/": "", "\xff\xfe.jpg": "jpg",
		"gpj.\u202Egnp.exe": "gpj.gnp.exe", "...hidden...": "hidden", "CON": "CON",
	} {
		if got := CleanName(declared); got != want {
			t.Errorf("%q became %q, want %q", declared, got, want)
		}
	}
	long := CleanName(strings.Repeat("𠮷", 300) + ".jpg")
	if n := len([]rune(long)); n != maxNameRunes || !strings.HasSuffix(long, ".jpg") {
		t.Errorf("a long name has %d characters: %s", n, long)
	}
}

// A large file over a slow connection takes longer than the stall timeout. It is stored.
func TestSlowS3IsWaitedFor(t *testing.T) {
	t.Parallel()
	const wait, pauses = 3 * time.Second, 20 // a busy machine may pause for a second; data in network buffers is not progress and takes a third of the timeout
	slow := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPut {
				r.Body = &slowBody{r.Body, int(r.ContentLength)/pauses + 1, wait / 15, 0}
			}
			next.ServeHTTP(w, r)
		})
	}
	store, err := OpenAt(bucket.New(t, "temple", slow).URL())
	if err != nil {
		t.Fatal(err)
	}
	store.(*s3).wait = wait
	for _, size := range []int64{12 << 20, 20 << 20} { // in one piece, and in parts
		t.Run(strconv.FormatInt(size, 10), func(t *testing.T) {
			t.Parallel()
			if err := store.Put(t.Context(), "databases/"+strconv.FormatInt(size, 10)+".db", io.LimitReader(zeroes{}, size), size, "application/octet-stream"); err != nil {
				t.Error(err)
			}
		})
	}
}

// slowBody pauses after every so many bytes.
type slowBody struct {
	io.ReadCloser
	each  int
	pause time.Duration
	taken int
}

func (b *slowBody) Read(p []byte) (int, error) {
	if b.taken >= b.each {
		time.Sleep(b.pause)
		b.taken = 0
	}
	n, err := b.ReadCloser.Read(p)
	b.taken += n
	return n, err
}

type zeroes struct{}

func (zeroes) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// Storage that accepts a connection and does not respond is timed out, and the error says which side was silent.
func TestHangingS3TimesOut(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	half := func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "half.jpg") {
			w.Header().Set("Content-Length", "1000000")
			w.Header().Set("Last-Modified", "Sat, 21 Nov 2026 04:00:00 GMT")
			_, _ = w.Write([]byte("half"))
			w.(http.Flusher).Flush()
		}
		<-hang
	}
	server := httptest.NewServer(http.HandlerFunc(half))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(hang) }) // first
	store, err := Open("s3://key:secret@"+strings.TrimPrefix(server.URL, "http://")+"/temple?tls=0&region=us-east-1", "")
	if err != nil {
		t.Fatal(err)
	}
	if store.(faultStore).Store.(*s3).wait+2*time.Second > 10*time.Second {
		t.Error("an answer takes more than ten seconds")
	}
	store.(faultStore).Store.(*s3).wait = 300 * time.Millisecond
	for name, call := range map[string]func() error{
		"Put":    func() error { return store.Put(t.Context(), "receipt/a.jpg", strings.NewReader("x"), 1, ContentType) },
		"Open":   func() error { _, err := store.Open(t.Context(), "receipt/a.jpg"); return err },
		"Delete": func() error { return store.Delete(t.Context(), "receipt/a.jpg") },
		"Check":  func() error { return store.Check(t.Context()) },
		"Read": func() error {
			f, err := store.Open(t.Context(), "receipt/half.jpg")
			if err != nil {
				return errors.New("not opened: " + err.Error())
			}
			defer f.Close()
			_, err = io.ReadAll(f)
			return err
		},
	} {
		began := time.Now()
		if err := call(); !errors.Is(err, errS3Silent) || time.Since(began) > 5*time.Second {
			t.Errorf("%s: %v after %s", name, err, time.Since(began))
		}
	}
}
