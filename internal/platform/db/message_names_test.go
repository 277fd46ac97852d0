package db_test

import (
	"slices"
	"testing"
)

// TestMigrationRenamesTheKeysOfEditedMessages starts from a database whose office had edited messages under their former
// keys. Where several keys became one, the edit of the first former key is kept, and an edit of the new key wins.
func TestMigrationRenamesTheKeysOfEditedMessages(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			old := before(t, engine, 570)
			for _, text := range []string{
				`INSERT INTO message_edits (locale, key, text, updated_at, over) VALUES
					('en', 'walkin.waiting', 'Please wait', 7, 'Waiting'),
					('en', 'wall.title', 'Our givers', 7, ''), ('en', 'wall.choice-title', 'The wall', 7, ''),
					('zh', 'wall.title', '功德榜', 7, ''),
					('en', 'wall.set-save', 'Keep', 7, ''), ('en', 'common.save', 'Store', 7, ''),
					('en', 'cart.title', 'Tray', 7, '')`,
				`INSERT INTO message_drafts (locale, key, text, rev, waiting, by_id, at) VALUES
					('zh', 'walkin.waiting', '请稍候', 3, 1, 'editor', 7)`,
				`INSERT INTO message_versions (batch, locale, key, why, before_text, text, by_id, at) VALUES
					('b1', 'en', 'wall.title', 'publish', '', 'Our givers', 'editor', 7),
					('b1', 'en', 'wall.choice-title', 'publish', '', 'The wall', 'editor', 7),
					('b2', 'en', 'wall.title', 'publish', 'Our givers', 'Givers', 'editor', 8)`,
			} {
				old.exec(text)
			}

			d := old.apply()
			for text, want := range map[string][]string{
				`SELECT locale || ' ' || key || ': ' || text || ' / ' || over FROM message_edits`: {
					"en walk-in.waiting: Please wait / Waiting", "en common.wall-title: The wall / ", "zh common.wall-title: 功德榜 / ",
					"en common.save: Store / ", "en cart.title: Tray / ",
				},
				`SELECT locale || ' ' || key || ': ' || text FROM message_drafts WHERE rev = 3`: {"zh walk-in.waiting: 请稍候"},
				`SELECT key || ' ' || text FROM message_versions`:                               {"common.wall-title The wall", "common.wall-title Givers"},
			} {
				got := column(t, d, text)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("%s\n got %q\nwant %q", text, got, want)
				}
			}
		})
	}
}
