package print_test

import (
	"context"
	"errors"
	"io"

	"shanmen/internal/platform/media"
)

type fileOf = media.Stored

// fullDisk is a store that cannot store anything more.
type fullDisk struct{ media.Store }

func (fullDisk) Put(_ context.Context, _ string, r io.Reader, _ int64, _ string) error {
	_, _ = io.CopyN(io.Discard, r, 512)
	return errors.New("no space left on device")
}
