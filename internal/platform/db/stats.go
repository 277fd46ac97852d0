package db

import (
	"database/sql"
	"os"
)

// Stats tell how busy the connections are.
type Stats struct {
	Pools map[string]sql.DBStats // "read", and "write" where writes have a pool of their own
	// Writing is how many writes of the built-in database wait or are in hand: it has one writer.
	Writing int64
	Log     int64 // bytes of the built-in database's log; -1: there is none
}

// Stats asks no database.
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
