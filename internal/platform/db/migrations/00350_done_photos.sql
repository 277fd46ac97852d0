-- A photo that families were sent is looked for before a picture of the library is deleted. Written as 00100 says.

-- +goose Up
CREATE INDEX done_marks_photo ON done_marks (photo_id, ceremony_id) WHERE photo_id <> '' AND undone_at = 0;
