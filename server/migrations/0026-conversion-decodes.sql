-- What the decoding of a recording has found, so that a long one is not decoded again.
alter table conversions
  -- the decoded sound of a long recording, kept until its note is written
  add column decoded_blob uuid,
  -- what the author has to know, in words, e.g. that the recording is cut off
  add column notices jsonb not null default '[]';
