package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	// s3Attempts and s3Wait bound how long a request waits for storage that is down or does not respond: callers get an
	// answer within ten seconds.
	s3Attempts = 3
	s3Wait     = 8 * time.Second
)

var errS3Silent = errors.New("S3 did not answer in time")

type s3 struct {
	client *minio.Core
	bucket string
	wait   time.Duration
}

// bounded adds a timeout to a call and describes its failure as S3 not responding, rather than as a context error.
func (s *s3) bounded(ctx context.Context) (limited context.Context, end func(), words func(error) error) {
	limited, end = context.WithTimeoutCause(ctx, s.wait, errS3Silent)
	return limited, end, func(err error) error { return silence(limited, err) }
}

func silence(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errS3Silent) {
		return errS3Silent
	}
	return err
}

// CheckS3 validates an s3:// address without connecting.
func CheckS3(raw string) error {
	_, err := openS3(raw)
	return err
}

// openS3 parses s3://key:secret@host:port/bucket?tls=0&region=…; TLS is on unless tls=0. Errors never contain the URL,
// because it contains the secret.
func openS3(raw string) (Store, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User == nil {
		return nil, errors.New("the address is not like s3://key:secret@host/bucket")
	}
	bucket := strings.Trim(u.Path, "/")
	if bucket == "" || strings.Contains(bucket, "/") {
		return nil, errors.New("the address must name one bucket, like s3://key:secret@host/bucket")
	}
	secret, _ := u.User.Password()
	if u.User.Username() == "" || secret == "" {
		return nil, errors.New("the address lacks the key or its secret: write it like s3://key:secret@host/bucket")
	}
	for name, values := range u.Query() {
		if name != "tls" && name != "region" || name == "tls" && values[0] != "0" && values[0] != "1" {
			return nil, errors.New("behind the ? of the address only tls=0, tls=1 and region= are known")
		}
	}
	client, err := minio.NewCore(u.Host, &minio.Options{
		Creds:      credentials.NewStaticV4(u.User.Username(), secret, ""),
		Secure:     u.Query().Get("tls") != "0",
		Region:     u.Query().Get("region"),
		MaxRetries: s3Attempts,
	})
	if err != nil {
		return nil, errors.New("the address names no usable server")
	}
	return &s3{client, bucket, s3Wait}, nil
}

func (s *s3) Put(ctx context.Context, key string, r io.Reader, size int64, contentType string) error {
	if err := checkPut(key, size); err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	patience := time.AfterFunc(s.wait, func() { end(errS3Silent) })
	defer patience.Stop()
	_, err := s.client.Client.PutObject(ctx, s.bucket, key, exactly(r, size), size, minio.PutObjectOptions{
		ContentType: contentType, Progress: sent(func() { patience.Reset(s.wait) }),
	})
	if err != nil {
		return fmt.Errorf("media: store: %w", silence(ctx, err))
	}
	return nil
}

// sent is called for each uploaded part of a file: a large file over a slow line takes long but makes progress.
type sent func()

func (s sent) Read(p []byte) (int, error) {
	s()
	return len(p), nil
}

func (s *s3) Open(ctx context.Context, key string) (*File, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	ctx, end := context.WithCancelCause(ctx)
	patience := time.AfterFunc(s.wait, func() { end(errS3Silent) })
	body, info, _, err := s.client.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	patience.Stop()
	if err != nil {
		defer end(nil)
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			err = fs.ErrNotExist
		}
		return nil, fmt.Errorf("media: open: %w", silence(ctx, err))
	}
	return &File{&patientBody{body, func(err error) error { return silence(ctx, err) }, end, patience, s.wait}, info.Size}, nil
}

// patientBody aborts a download whose next bytes do not arrive in time. The reader's own speed does not count.
type patientBody struct {
	io.ReadCloser
	worded   func(error) error // the error for an aborted download
	end      context.CancelCauseFunc
	patience *time.Timer
	wait     time.Duration
}

func (b *patientBody) Read(p []byte) (int, error) {
	b.patience.Reset(b.wait)
	n, err := b.ReadCloser.Read(p)
	b.patience.Stop()
	return n, b.worded(err)
}

func (b *patientBody) Close() error {
	defer b.end(nil)
	return b.ReadCloser.Close()
}

func (s *s3) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	ctx, end, words := s.bounded(ctx)
	defer end()
	if err := s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("media: delete: %w", words(err))
	}
	return nil
}

func (s *s3) Each(ctx context.Context, prefix string, fn func(Stored) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for o := range s.client.Client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if o.Err != nil {
			return fmt.Errorf("media: list: %w", o.Err)
		}
		if checkKey(o.Key) != nil {
			continue
		}
		if err := fn(Stored{o.Key, o.Size, o.LastModified}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (s *s3) Check(ctx context.Context) error {
	ctx, end, words := s.bounded(ctx)
	defer end()
	ok, err := s.client.BucketExists(ctx, s.bucket)
	if err != nil {
		return fmt.Errorf("media: S3 does not answer: %w", words(err))
	}
	if !ok {
		return errors.New("media: the S3 bucket does not exist")
	}
	return nil
}
