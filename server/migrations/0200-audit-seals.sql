-- The audit is sealed in the background (docs/operating/audit.md). Each row gets a position in the order of writing: ids and times come
-- from clocks, which may be set back. Positions are numbered by PostgreSQL alone. A row that commits late has an older position than
-- rows that others see already, so the sealer waits for whoever is writing before it takes a range of positions (seal-audit.ts).
alter table audit_events add column position bigint generated always as identity;
-- Not unique: if a restored sequence should ever begin anew, calls still succeed and the check of the audit tells of it.
create index audit_events_by_position on audit_events (position);

-- A seal covers the rows of one clinic in a range of positions: those after after_position, up to up_to_position. Rows without a clinic
-- have a chain of their own. The id counts the seals of all clinics without gaps, so that a removed one is missed.
create table audit_seals (
  clinic_id uuid references clinics,
  id bigint primary key,
  after_position bigint not null,
  up_to_position bigint not null,
  -- Of each row in the order of positions: 16 bytes of its id, then 16 bytes of its hash.
  digests bytea not null,
  -- The hash of the clinic's seal before this one.
  previous_hash bytea,
  hash bytea not null,
  signature bytea not null,
  sealed_at timestamptz not null
);
-- Hashes cannot be compressed.
alter table audit_seals alter column digests set storage external;
create index audit_seals_of_clinic on audit_seals (clinic_id, id desc);
call guard_table('audit_seals');
revoke all on audit_seals from dictara_app;
revoke update, delete on audit_seals from dictara_system;
