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

// ErrSealed is said of what is encrypted and cannot be opened.
var ErrSealed = errors.New("it is encrypted")

var (
	errNoKey    = fmt.Errorf("%w: set BACKUP_KEY_FILE to the file of its key", ErrSealed)
	errOtherKey = fmt.Errorf("%w, and no key of BACKUP_KEY_FILE opens it: add the key that it was made with on a line of its own (or, if it is damaged, remove it)", ErrSealed)
	// errTampered: the key opens it, and what is inside is not what was closed.
	errTampered = errors.New("not as it was encrypted")
)

// Key encrypts what goes to a place, in the format of age (age-encryption.org/v1), and opens what it or one of the older
// keys beside it has closed.
type Key struct {
	to    age.Recipient
	opens []age.Identity
	extra int64 // bytes of an encrypted file that are not its content, but for those of each piece
}

// NewKey is the text of a file with a new key.
func NewKey() (string, error) {
	k, err := age.GenerateX25519Identity()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("# The key of a temple's backups. Without it nobody can read them, the temple neither.\n# public key: %s\n%s\n", k.Recipient(), k), nil
}

// publicKey is the line of a key that encrypts and opens nothing.
var publicKey = regexp.MustCompile(`(?m)^\s*age1[0-9a-z]+\s*$`)

// ParseKey reads the text of a key file: the first key encrypts, all of them open. The text "" is no key.
func ParseKey(text string) (*Key, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	opens, err := age.ParseIdentities(strings.NewReader(text))
	if err != nil && publicKey.MatchString(text) {
		return nil, errors.New("it has only a public key, and what a backup stores is read again: it needs the secret one, AGE-SECRET-KEY-1…")
	}
	if err != nil {
		return nil, errors.New("there is no key in it: make one with \"shanmen backup key <file>\"") // the library's error shows a part of the text
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

// What age writes: pieces of the content, each with a tag behind it, the last one of them perhaps empty.
const (
	pieceSize = 64 << 10
	tagSize   = 16
	intro     = "age-encryption.org/"
)

// size is how many bytes a content of that size takes when it is encrypted.
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

// Sealed is a place in which all is encrypted that is put there, if there is a key. What lies there is read as it is,
// plain or encrypted.
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
		_ = to.CloseWithError(s.key.seal(to, r)) // io.EOF where it is nil
	}()
	err := s.Store.Put(ctx, key, from, s.key.size(size), kindOfAll)
	_ = from.Close()
	<-done // the caller's reader is no longer read
	return err
}

// Open implements media.Store. Size is that of what is stored.
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

// untampered tells a content that was changed from a place that cannot be read.
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

// storedSize is how many bytes a file of that size takes in a place.
func storedSize(in media.Store, size int64) int64 {
	if s, is := in.(sealed); is && s.key != nil {
		return s.key.size(size)
	}
	return size
}
