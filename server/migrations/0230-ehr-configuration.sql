-- What the EHR configuration of a facility holds besides (FAC-37): whether all patients are listed or those seen lately only, and how
-- many days those who left are listed. Counted up by every change, so that of two people who change it at once the second is told.
alter table facilities
  add column all_patients_required boolean not null default true,
  add column range_for_discharged_patients integer not null default 30 check (range_for_discharged_patients between 1 and 3650),
  -- When it was disconnected from the demo EHR, which it can't have again since (Q085).
  add column demo_reset_at timestamptz,
  add column version integer not null default 0;

-- What a facility is connected to its EHR with. A facility without an EHR has no row, and one whose EHR asks for nothing needs none.
create table ehr_settings (
  clinic_id uuid not null,
  facility_id uuid not null,
  ehr_type text not null,
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  -- The masked ones, as JSON, under the master key and of this facility only (Q086); null: none.
  sealed bytea,
  updated_at timestamptz not null,
  primary key (clinic_id, facility_id),
  foreign key (clinic_id, facility_id) references facilities
);
call guard_table('ehr_settings');
