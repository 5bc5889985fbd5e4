-- Short files that the product writes, such as the messages that EHRs send, lie in their rows: a commit keeps them, and no file besides
-- has to reach the disk before a message is acknowledged.
alter table hl7_files
  add column content bytea,
  alter column blob_id drop not null,
  add check (num_nonnulls(content, blob_id) = 1);
