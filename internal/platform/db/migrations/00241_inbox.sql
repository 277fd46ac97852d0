-- What becomes of a message to the office: who looks after it, what was answered, and whether it is spam. Written as 00100 says.

-- +goose Up
ALTER TABLE form_entries ADD COLUMN state TEXT NOT NULL DEFAULT 'open';        -- open, waiting (for the writer), done, spam
ALTER TABLE form_entries ADD COLUMN assignee_id TEXT NOT NULL DEFAULT '';      -- who of the office looks after it
ALTER TABLE form_entries ADD COLUMN claimed_by TEXT NOT NULL DEFAULT '';       -- who has it open to answer it
ALTER TABLE form_entries ADD COLUMN claimed_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE form_entries ADD COLUMN last_at BIGINT NOT NULL DEFAULT 0;         -- of the last word in it
ALTER TABLE form_entries ADD COLUMN rev BIGINT NOT NULL DEFAULT 0;             -- counts what the office did with it
ALTER TABLE form_entries ADD COLUMN suspect TEXT NOT NULL DEFAULT '';          -- why it was taken for spam: trap, fast, links, alike; '' it was not
ALTER TABLE form_entries ADD COLUMN likeness TEXT NOT NULL DEFAULT '';         -- hash of its words; '' they are too few
UPDATE form_entries SET last_at = created_at;
CREATE INDEX form_entries_state ON form_entries (state, last_at);
CREATE INDEX form_entries_alike ON form_entries (likeness, created_at);

-- What the office wrote about a message: answers, which its writer gets, and notes for the office alone.
CREATE TABLE entry_messages (
    id        TEXT PRIMARY KEY,
    entry_id  TEXT NOT NULL REFERENCES form_entries (id) ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('answer', 'note')),
    channel   TEXT NOT NULL DEFAULT '' CHECK (channel IN ('', 'mail', 'sms')),
    locale    TEXT NOT NULL,                               -- that it is written in
    body      TEXT NOT NULL,
    by_id     TEXT NOT NULL,
    at        BIGINT NOT NULL,
    back_at   BIGINT NOT NULL DEFAULT 0,                   -- when it was taken back; 0: it was not
    was_state TEXT NOT NULL DEFAULT ''                     -- of the message, before the answer
);
CREATE INDEX entry_messages_entry ON entry_messages (entry_id, at, id);
