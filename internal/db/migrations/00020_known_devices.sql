-- +goose Up
-- Browsers that an account has logged in from. They open nothing: they have limits of their own, so that nobody's
-- guesses keep an owner out.
CREATE TABLE known_devices (
    token_hash    TEXT NOT NULL,                           -- of the browser's cookie
    user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    last_login_at BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    PRIMARY KEY (token_hash, user_id)
);
CREATE INDEX known_devices_user ON known_devices (user_id);
CREATE INDEX known_devices_end ON known_devices (expires_at);

-- +goose Down
DROP TABLE known_devices;
