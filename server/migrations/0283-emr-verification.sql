-- Since when the EHR of a facility asks each person to verify themselves (Q038, Q089); null: it does not. Where they do it is a page
-- of Dictara, which begins each verification anew.
alter table facilities add column verification_asked_since timestamptz;
update facilities set verification_asked_since = now() where emr_verification_url is not null;
alter table facilities drop column emr_verification_url;
grant select (verification_asked_since) on facilities to dictara_operator;

-- How long the EHR is content with the proof; null: without an end.
alter table emr_verifications add column expires_at timestamptz;
create index emr_verifications_by_end on emr_verifications (expires_at) where status = 'VERIFIED' and expires_at is not null;

-- Verifications that were begun: the state that the EHR gives back, of one person in one session, for one host, good once.
create table emr_states (
  clinic_id uuid not null,
  state_hash bytea not null,
  facility_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  host text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (clinic_id, state_hash),
  foreign key (clinic_id, facility_id) references facilities,
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index emr_states_of_user on emr_states (clinic_id, user_id);
call guard_table('emr_states');
