-- What interfaces bring of patients: discharges, merges, entries of their records that are added one by one, and appointments.
alter table patients add column discharged_at timestamptz;

-- The numbers of patients who were merged into another: messages, people and devices that still use one find the survivor.
create table former_record_numbers (
  clinic_id uuid not null,
  facility_id uuid not null,
  record_key text not null,
  patient_id uuid not null,
  -- The id of the merged patient; null where only the number was known.
  former_id uuid,
  primary key (clinic_id, facility_id, record_key),
  foreign key (clinic_id, patient_id) references patients on delete cascade
);
create index former_numbers_of_patient on former_record_numbers (clinic_id, patient_id);
create index former_patients on former_record_numbers (clinic_id, former_id) where former_id is not null;
call guard_table('former_record_numbers');
-- The same numbers, for searches.
alter table patients add column former_numbers text not null default '';
alter table patients alter column searched
  set expression as (patient_words(first_name, last_name, birth_date, medical_record_number || ' ' || former_numbers));

-- What makes an entry the same as one before, in the words of its interface, and the visit that it belongs to.
alter table patient_records add column entry_key text, add column visit text;

create table appointments (
  clinic_id uuid not null,
  facility_id uuid not null,
  -- The appointment's number in the system that made it.
  appointment_key text not null,
  patient_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  type text,
  reason text,
  status text not null check (status in ('BOOKED', 'CANCELLED', 'NO_SHOW', 'DELETED')),
  provider_npi text,
  provider_name text,
  location text,
  primary key (clinic_id, facility_id, appointment_key),
  foreign key (clinic_id, facility_id) references facilities,
  foreign key (clinic_id, patient_id) references patients on delete cascade
);
create index appointments_of_patient on appointments (clinic_id, patient_id, starts_at);
call guard_table('appointments');
