alter table dictations
  -- what a recording says of itself is counted by its browser: an older word that comes late never replaces a newer one
  add column version integer not null default 0,
  -- when it was spoken, which without network is before it came here
  add column recorded_at timestamptz,
  -- the browser that holds it, as it names itself
  add column computer text;
-- how long the browser says that the piece is
alter table dictation_chunks add column duration_ms integer;
