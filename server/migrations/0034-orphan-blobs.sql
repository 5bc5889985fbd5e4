-- Files that no row named when the sweep came by, and since when. They wait before they are removed: a database that was
-- restored from an older dump, or is the wrong one, names fewer than it should.
create table orphan_blobs (
  id uuid primary key,
  found_at timestamptz not null
);
grant select, insert, delete on orphan_blobs to dictara_system;

-- By these the sweep asks, for whichever clinic.
create index dictation_chunks_blob on dictation_chunks (blob_id);
create index listening_copies_blob on listening_copies (blob_id);
create index conversions_decoded_blob on conversions (decoded_blob) where decoded_blob is not null;
