-- Whom a doctor is going to see, day by day. The day is a date: that of the facility, which owns it (Q042), so that no change of
-- a clock and no zone of a browser moves it.
create table roster_entries (
  clinic_id uuid not null,
  id uuid not null default uuidv7(),
  provider_id uuid not null,
  facility_id uuid not null,
  patient_id uuid not null,
  day date not null,
  added_by uuid not null,
  added_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, provider_id) references users (clinic_id, id),
  foreign key (clinic_id, added_by) references users (clinic_id, id),
  foreign key (clinic_id, facility_id) references facilities,
  foreign key (clinic_id, patient_id) references patients
);
-- A week is read by it, and of two who add the same patient at once one wins (Q041).
create unique index roster_of_day on roster_entries (clinic_id, provider_id, day, facility_id, patient_id);
call guard_table('roster_entries');

-- The note of a visit is found by its patient and day; who is renamed is found by the same.
create index jobs_of_visit on jobs (clinic_id, patient_id, date_of_encounter);
drop index jobs_of_patient_renamed;
