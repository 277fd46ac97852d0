package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"filippo.io/age"

	"shanmen/internal/platform/media"
)

// ErrSealed means that a file is encrypted and no configured key opens it.
var ErrSealed = errors.New("it is encrypted")

var (
	errNoKey    = fmt.Errorf("%w: set BACKUP_KEY_FILE to the file of its key", ErrSealed)
	errOtherKey = fmt.Errorf("%w, and no key of BACKUP_KEY_FILE opens it: add the key that it was made with on a line of its own (or, if it is damaged, remove it)", ErrSealed)
	// errTampered: the key matches, but the content was changed.
	errTampered = errors.New("not as it was encrypted")
)

// Key encrypts backups in the age format (age-encryption.org/v1), and decrypts what it or one of the older keys in the
// same file has encrypted.
type Key struct {
	to    age.Recipient
	opens []age.Identity
	extra int64 // overhead of an encrypted file in bytes, without that of each chunk
}

// NewKey is the content of a new key file.
func NewKey() (string, error) {
	k, err := age.GenerateX25519Identity()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("# The key of a temple's backups. Without it nobody can read them, the temple neither.\n# public key: %s\n%s\n", k.Recipient(), k), nil
}

// publicKey is the public key line of a key file: it can only encrypt.
var publicKey = regexp.MustCompile(`(?m)^\s*age1[0-9a-z]+\s*$`)

// ParseKey parses a key file: the first key encrypts, all of them decrypt. "" means no key.
func ParseKey(text string) (*Key, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	opens, err := age.ParseIdentities(strings.NewReader(text))
	if err != nil && publicKey.MatchString(text) {
		return nil, errors.New("it has only a public key, and what a backup stores is read again: it needs the secret one, AGE-SECRET-KEY-1…")
	}
	if err != nil {
		return nil, errors.New("there is no key in it: make one with \"shanmen backup key <file>\"") // the library's error quotes a part of the text
	}
	first, is := opens[0].(*age.X25519Identity)
	if !is {
		return nil, errors.New("its first key is of another kind")
	}
	k := &Key{to: first.Recipient(), opens: opens}
	var n counter
	if err := k.seal(&n, strings.NewReader("")); err != nil {
		return nil, err
	}
	k.extra = int64(n) - tagSize
	return k, nil
}

// The age format: chunks of the content, each with a tag; the last one may be empty.
const (
	pieceSize = 64 << 10
	tagSize   = 16
	intro     = "age-encryption.org/"
)

// size is the encrypted size of a content of a given size.
func (k *Key) size(content int64) int64 {
	pieces := max(1, (content+pieceSize-1)/pieceSize)
	return k.extra + content + pieces*tagSize
}

func (k *Key) seal(to io.Writer, from io.Reader) error {
	w, err := age.Encrypt(to, k.to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, from); err != nil {
		return err
	}
	return w.Close()
}

type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// Sealed is a store that encrypts what it writes, if there is a key. It reads both plain and encrypted files.
func Sealed(place media.Store, key *Key) media.Store { return sealed{place, key} }

type sealed struct {
	media.Store
	key *Key
}

// Put implements media.Store.
func (s sealed) Put(ctx context.Context, key string, r io.Reader, size int64, contentType string) error {
	if s.key == nil {
		return s.Store.Put(ctx, key, r, size, contentType)
	}
	from, to := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = to.CloseWithError(s.key.seal(to, r)) // nil becomes io.EOF
	}()
	err := s.Store.Put(ctx, key, from, s.key.size(size), kindOfAll)
	_ = from.Close()
	<-done // wait until the caller's reader is no longer used
	return err
}

// Open implements media.Store. Its size is that of the stored file.
func (s sealed) Open(ctx context.Context, key string) (*media.File, error) {
	f, err := s.Store.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	below := &source{r: f}
	r := bufio.NewReader(below)
	if head, _ := r.Peek(len(intro)); string(head) != intro {
		return &media.File{ReadCloser: opened{r, f}, Size: f.Size}, nil
	}
	if s.key == nil {
		return nil, errors.Join(errNoKey, f.Close())
	}
	plain, err := age.Decrypt(r, s.key.opens...)
	var none *age.NoIdentityMatchError
	switch {
	case err == nil:
		return &media.File{ReadCloser: opened{&untampered{plain, below}, f}, Size: f.Size}, nil
	case below.err != nil:
		err = below.err
	case errors.As(err, &none):
		err = errOtherKey
	default:
		err = errTampered
	}
	return nil, errors.Join(err, f.Close())
}

type opened struct {
	io.Reader
	io.Closer
}

// untampered distinguishes changed content from a folder that cannot be read.
type untampered struct {
	io.Reader
	below *source
}

func (u *untampered) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	switch {
	case err == nil || err == io.EOF:
		return n, err
	case u.below.err != nil:
		return n, u.below.err
	}
	return n, errTampered
}

// storedSize is the size of a file in the backup folder.
func storedSize(in media.Store, size int64) int64 {
	if s, is := in.(sealed); is && s.key != nil {
		return s.key.size(size)
	}
	return size
}
