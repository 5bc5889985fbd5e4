-- When people were told that the EHR of a facility can’t be read; null while it can, or has failed for a moment only.
alter table ehr_readings add column told_at timestamptz;
-- A digest of what the bookmark belongs to: the server, and which patients are wanted. With another one reading begins anew.
alter table ehr_readings add column connection text;

-- What was read of each patient last, as a digest: what did not change is not kept and audited again.
create table ehr_read_patients (
  clinic_id uuid not null,
  facility_id uuid not null,
  record_key text not null,
  digest bytea not null,
  primary key (clinic_id, facility_id, record_key),
  foreign key (clinic_id, facility_id) references facilities
);
call guard_table('ehr_read_patients');
