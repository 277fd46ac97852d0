// Package bucket is storage that speaks S3, in memory, for tests.
package bucket

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Store is the storage. What is embedded is read and written past the program.
type Store struct {
	*s3mem.Backend
	Server *httptest.Server
	Host   string // with its port
	name   string
	aged   *aged
}

// New serves a bucket until the test ends. Each handler of through wraps the storage.
func New(t testing.TB, name string, through ...func(http.Handler) http.Handler) *Store {
	t.Helper()
	s := &Store{name: name, aged: &aged{}}
	s.Backend = s3mem.New(s3mem.WithTimeSource(s.aged))
	if err := s.CreateBucket(name); err != nil {
		t.Fatal(err)
	}
	h := gofakes3.New(s.Backend, gofakes3.WithTimeSource(s.aged), gofakes3.WithTimeSkewLimit(0)).Server()
	for _, before := range through {
		h = before(h)
	}
	s.Server = httptest.NewServer(h)
	t.Cleanup(s.Server.Close)
	s.Host = strings.TrimPrefix(s.Server.URL, "http://")
	return s
}

// URL is where the bucket is, as S3_URL has it.
func (s *Store) URL() string {
	return "s3://key:secret@" + s.Host + "/" + s.name + "?tls=0&region=us-east-1"
}

// Keys are the keys of all files.
func (s *Store) Keys(t testing.TB) (keys []string) {
	t.Helper()
	all, err := s.ListBucket(s.name, nil, gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all.Contents {
		keys = append(keys, o.Key)
	}
	return keys
}

// Age makes all files older.
func (s *Store) Age(by time.Duration) { s.aged.by.Add(int64(by)) }

// aged is a clock that is ahead.
type aged struct{ by atomic.Int64 }

func (c *aged) Now() time.Time                   { return time.Now().Add(time.Duration(c.by.Load())) }
func (c *aged) Since(at time.Time) time.Duration { return c.Now().Sub(at) }
