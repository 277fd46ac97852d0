-- Records of the site, what is written about them, and what was on the site.

-- name: ForgetPresence :exec
DELETE FROM presence WHERE ends_at < $1;

-- name: ForgetLooks :exec
DELETE FROM looks WHERE ends_at < $1;
