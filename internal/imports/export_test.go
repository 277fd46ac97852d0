package imports

import "context"

// FindMore is one batch of FindEarlier.
func (s *Service) FindMore(ctx context.Context) error { return s.DB.Write(ctx, s.findMore) }
