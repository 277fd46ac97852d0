package db_test

import (
	"slices"
	"testing"

	"shanmen/internal/platform/db"
)

// TestMigrationCopiesAnEditedTextToItsPluralForms starts from a database whose office had edited messages before each
// had a singular and a plural form.
func TestMigrationCopiesAnEditedTextToItsPluralForms(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			old := before(t, engine, 412)
			for _, text := range []string{
				`INSERT INTO message_edits (locale, key, text, updated_at, over) VALUES
					('en', 'form.full', 'Only {max} names, please.', 7, 'There is room for {max} names. A larger choice takes more.'),
					('zh', 'form.full', '最多{max}位。', 7, ''),
					('zh', 'halls.placed', '安了{count}位。', 7, ''),
					('en', 'halls.place-these', 'Take these {count}', 7, ''),
					('en', 'office.letter-waits', '{tries} tries, then {when}', 7, ''),
					('en', 'ceremonies.read-loading', '{count} so far', 7, ''),
					('en', 'bank.recognised', 'before', 7, ''), ('en', 'bank.recognised_one', 'after', 8, ''),
					('en', 'cart.title', 'Tray', 7, '')`,
				`INSERT INTO message_drafts (locale, key, text, rev, waiting, by_id, at) VALUES
					('en', 'fault.otp-too-soon', 'Wait {seconds} seconds.', 3, 1, 'editor', 7)`,
				`INSERT INTO message_versions (batch, locale, key, why, before_text, text, by_id, at) VALUES
					('b1', 'zh', 'form.full', 'publish', '', '最多{max}位。', 'editor', 7)`,
			} {
				old.exec(text)
			}

			d := old.apply()
			for text, want := range map[string][]string{
				`SELECT locale || ' ' || key || ': ' || text || ' / ' || over FROM message_edits`: {
					"en form.full_one: Only {max} names, please. / There is room for {max} names. A larger choice takes more.",
					"en form.full_other: Only {max} names, please. / There is room for {max} names. A larger choice takes more.",
					"zh form.full_other: 最多{max}位。 / ",
					"zh halls.placed_one: 安了{count}位。 / ", "zh halls.placed_other: 安了{count}位。 / ",
					"en halls.place-these_other: Take these {count} / ",
					"en office.letter-waits_other: {count} tries, then {when} / ",
					"en ceremonies.read-loading_one: {shown} so far / ", "en ceremonies.read-loading_other: {shown} so far / ",
					"en bank.recognised_one: after / ", "en bank.recognised_other: before / ",
					"en cart.title: Tray / ",
				},
				`SELECT locale || ' ' || key || ': ' || text FROM message_drafts WHERE rev = 3 AND waiting = 1 AND by_id = 'editor' AND at = 7`: {
					"en fault.otp-too-soon_one: Wait {seconds} seconds.", "en fault.otp-too-soon_other: Wait {seconds} seconds.",
				},
				`SELECT batch || ' ' || key || ' ' || text FROM message_versions`: {"b1 form.full_other 最多{max}位。"},
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

// column is the single column of a query's result, sorted.
func column(t *testing.T, d *db.DB, text string) (out []string) {
	t.Helper()
	rows, err := d.SQL().QueryContext(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}
