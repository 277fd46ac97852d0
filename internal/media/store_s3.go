package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// s3Attempts bounds how long a request hangs on storage that is down.
const s3Attempts = 3

type s3 struct {
	client *minio.Core
	bucket string
}

// openS3 reads s3://key:secret@host:port/bucket?tls=0&region=…; TLS is on unless tls=0. Errors never
// carry the URL, because the secret is in it.
func openS3(raw string) (Store, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User == nil {
		return nil, errors.New("media: S3_URL is not of the form s3://key:secret@host:port/bucket?tls=0&region=")
	}
	bucket := strings.Trim(u.Path, "/")
	if bucket == "" || strings.Contains(bucket, "/") {
		return nil, errors.New("media: S3_URL must name one bucket")
	}
	for name, values := range u.Query() {
		if name != "tls" && name != "region" || name == "tls" && values[0] != "0" && values[0] != "1" {
			return nil, errors.New("media: S3_URL knows only tls=0, tls=1 and region=")
		}
	}
	secret, _ := u.User.Password()
	client, err := minio.NewCore(u.Host, &minio.Options{
		Creds:      credentials.NewStaticV4(u.User.Username(), secret, ""),
		Secure:     u.Query().Get("tls") != "0",
		Region:     u.Query().Get("region"),
		MaxRetries: s3Attempts,
	})
	if err != nil {
		return nil, errors.New("media: S3_URL names no usable server")
	}
	return &s3{client, bucket}, nil
}

func (s *s3) Put(ctx context.Context, key string, r io.Reader, size int64, contentType string) error {
	if err := checkPut(key, size); err != nil {
		return err
	}
	_, err := s.client.Client.PutObject(ctx, s.bucket, key, exactly(r, size), size, minio.PutObjectOptions{ContentType: contentType})
	if err != nil {
		return fmt.Errorf("media: store: %w", err)
	}
	return nil
}

func (s *s3) Open(ctx context.Context, key string) (*File, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	body, info, _, err := s.client.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			err = fs.ErrNotExist
		}
		return nil, fmt.Errorf("media: open: %w", err)
	}
	return &File{body, info.Size}, nil
}

func (s *s3) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("media: delete: %w", err)
	}
	return nil
}

func (s *s3) Each(ctx context.Context, prefix string, visit func(Stored) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for o := range s.client.Client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if o.Err != nil {
			return fmt.Errorf("media: list: %w", o.Err)
		}
		if checkKey(o.Key) != nil {
			continue
		}
		if err := visit(Stored{o.Key, o.Size, o.LastModified}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (s *s3) Check(ctx context.Context) error {
	ok, err := s.client.BucketExists(ctx, s.bucket)
	if err != nil {
		return fmt.Errorf("media: S3 does not answer: %w", err)
	}
	if !ok {
		return errors.New("media: the S3 bucket does not exist")
	}
	return nil
}
