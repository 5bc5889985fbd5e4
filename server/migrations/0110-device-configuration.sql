-- Which fields of its EHR a facility exposes for a work type (Q063): the names of those that are, each with those within it.
-- Counted up by every change, so that of two people who change it at once the second is told.
create table device_configurations (
  clinic_id uuid not null,
  facility_id uuid not null,
  work_type text not null,
  exposed jsonb not null check (jsonb_typeof(exposed) = 'array'),
  version integer not null check (version > 0),
  primary key (clinic_id, facility_id, work_type),
  foreign key (clinic_id, facility_id) references facilities (clinic_id, id)
);
call guard_table('device_configurations');
