-- Doctors that the EHR of a clinic knows, as it told them; they can be invited.
create table ehr_doctors (
  clinic_id uuid not null references clinics,
  id text not null,
  first_name text not null,
  last_name text not null,
  email text,
  npi text,
  phone_country_code text,
  phone_number text,
  primary key (clinic_id, id)
);
call guard_table('ehr_doctors');
create unique index users_of_ehr_doctor on users (clinic_id, ehr_doctor_id) where ehr_doctor_id is not null;

-- The developers' mailbox: what would have been mailed, while no mail server is configured.
create table mailbox (
  clinic_id uuid not null references clinics,
  id uuid not null,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamptz not null,
  primary key (clinic_id, id)
);
call guard_table('mailbox');
