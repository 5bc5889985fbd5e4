-- Which letters of a section were filled in from a field of its patient or encounter: [{id, name, value, second, place}].
alter table note_section_versions add column filled jsonb not null default '[]';

-- What the fields stood for before a job was corrected: the note may name it still.
create table note_former_values (
  clinic_id uuid not null,
  job_id uuid not null,
  field text not null,
  value text not null,
  at timestamptz not null,
  primary key (clinic_id, job_id, field, value),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('note_former_values');
