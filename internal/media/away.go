package media

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"shanmen/internal/fault"
)

// storageRetry is after how many seconds storage that is silent or broken is worth another request.
const storageRetry = 30

// excused says in the visitor's words what fails at the store itself: "storage-away". What the caller did wrong stays as
// it is, and so does a caller who has gone.
type excused struct{ Store }

func away(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, errMisuse) {
		return err
	}
	return fault.Away("storage-away", storageRetry, err)
}

func (e excused) Put(ctx context.Context, key string, r io.Reader, size int64, contentType string) error {
	from := &readerError{r: r}
	err := e.Store.Put(ctx, key, from, size, contentType)
	if err != nil && from.err != nil {
		return err
	}
	return away(ctx, err)
}

func (e excused) Open(ctx context.Context, key string) (*File, error) {
	f, err := e.Store.Open(ctx, key)
	if err != nil {
		return nil, away(ctx, err)
	}
	return &File{excusedBody{f.ReadCloser, func(err error) error { return away(ctx, err) }}, f.Size}, nil
}

func (e excused) Delete(ctx context.Context, key string) error {
	return away(ctx, e.Store.Delete(ctx, key))
}

func (e excused) Check(ctx context.Context) error { return away(ctx, e.Store.Check(ctx)) }

type excusedBody struct {
	io.ReadCloser
	worded func(error) error // says that the storage is away
}

func (b excusedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		return n, err
	}
	return n, b.worded(err)
}

// readerError remembers what failed at the caller's side.
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
