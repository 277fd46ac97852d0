package account

// HashRuns returns how often a password was hashed or compared.
func (s *Service) HashRuns() int64 { return s.passwords().Runs() }
