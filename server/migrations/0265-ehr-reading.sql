-- How the reading of patients from the EHR of a facility stands.
create table ehr_readings (
  clinic_id uuid not null,
  facility_id uuid not null,
  ehr_type text not null,
  -- Where reading goes on, in the words of the adapter; null: from the beginning.
  bookmark text,
  -- When the last reading that came to its end began, and since when none does.
  read_at timestamptz,
  failing_since timestamptz,
  failure text,
  primary key (clinic_id, facility_id),
  foreign key (clinic_id, facility_id) references facilities
);
call guard_table('ehr_readings');

-- Tokens of people who verified themselves at the EHR of a facility, sealed under the master key. A refresh token works once: the
-- server that renews them says until when, and the others wait.
create table point_health_tokens (
  clinic_id uuid not null,
  facility_id uuid not null,
  user_id uuid not null,
  sealed bytea not null,
  refreshing_until timestamptz,
  updated_at timestamptz not null,
  primary key (clinic_id, facility_id, user_id),
  foreign key (clinic_id, facility_id) references facilities,
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_table('point_health_tokens');
