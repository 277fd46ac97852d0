package db

import (
	"database/sql"
	"os"
)

// Stats are connection pool statistics.
type Stats struct {
	Pools map[string]sql.DBStats // "read", and "write" if writes have their own pool
	// Writing is the number of running and waiting writes of the built-in database, which has one writer.
	Writing int64
	Log     int64 // bytes of the built-in database's WAL; -1: none
}

// Stats returns them without querying the database.
func (d *DB) Stats() Stats { return d.stats() }

func (l *liteDB) stats() Stats {
	out := Stats{Pools: map[string]sql.DBStats{"read": l.readers.Stats()}, Writing: l.inHand.Load(), Log: -1}
	if info, err := os.Stat(l.path + "-wal"); err == nil {
		out.Log = info.Size()
	}
	return out
}

func (p *pgDB) stats() Stats {
	return Stats{Pools: map[string]sql.DBStats{"read": p.readers.Stats(), "write": p.pool.Stats()}, Log: -1}
}
