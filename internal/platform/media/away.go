package media

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"shanmen/internal/base/fault"
)

// storageRetry is the Retry-After, in seconds, while the storage is unavailable.
const storageRetry = 30

// faultStore converts a storage failure to the fault "storage-away". A caller's mistake keeps its own error, and so
// does a cancelled request.
type faultStore struct{ Store }

func away(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, errMisuse) {
		return err
	}
	return fault.Unavailable("storage-away", storageRetry, err)
}

func (e faultStore) Put(ctx context.Context, key string, r io.Reader, size int64, contentType string) error {
	from := &readerError{r: r}
	err := e.Store.Put(ctx, key, from, size, contentType)
	if err != nil && from.err != nil {
		return err
	}
	return away(ctx, err)
}

func (e faultStore) Open(ctx context.Context, key string) (*File, error) {
	f, err := e.Store.Open(ctx, key)
	if err != nil {
		return nil, away(ctx, err)
	}
	return &File{faultBody{f.ReadCloser, func(err error) error { return away(ctx, err) }}, f.Size}, nil
}

func (e faultStore) Delete(ctx context.Context, key string) error {
	return away(ctx, e.Store.Delete(ctx, key))
}

func (e faultStore) Check(ctx context.Context) error { return away(ctx, e.Store.Check(ctx)) }

type faultBody struct {
	io.ReadCloser
	worded func(error) error // the error for an unavailable storage
}

func (b faultBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		return n, err
	}
	return n, b.worded(err)
}

// readerError records an error of the caller's reader.
type readerError struct {
	r   io.Reader
	err error
}

func (r *readerError) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}
