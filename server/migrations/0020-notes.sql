-- The note of a job. Its row counts every change of the text: the number that a filed note carries.
create table notes (
  clinic_id uuid not null,
  job_id uuid not null,
  version integer not null default 1,
  last_updated_at timestamptz not null,
  -- written tokens of the converted note and the recognised words they came from; never changed
  tokens jsonb not null default '[]',
  primary key (clinic_id, job_id),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('notes');

-- Every text that a section ever had, with who saved it; rows are only added.
create table note_section_versions (
  clinic_id uuid not null,
  job_id uuid not null,
  section_id text not null,
  version integer not null,
  custom_heading text not null,
  system_heading text not null,
  content jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid,
  primary key (clinic_id, job_id, section_id, version),
  foreign key (clinic_id, job_id) references notes
);
call guard_table('note_section_versions');
revoke update, delete on note_section_versions from dictara_app, dictara_system;

-- Which sections the note has now, in order, and which version of each.
create table note_sections (
  clinic_id uuid not null,
  job_id uuid not null,
  section_id text not null,
  version integer not null,
  position integer not null,
  -- the id that the editor gave it: the idempotency key of a new section
  temporary_id text,
  primary key (clinic_id, job_id, section_id),
  foreign key (clinic_id, job_id, section_id, version) references note_section_versions
);
create unique index note_sections_by_temporary_id on note_sections (clinic_id, job_id, temporary_id) where temporary_id is not null;
call guard_table('note_sections');

-- The note as it stood at a turn of the job's way.
create table note_stages (
  clinic_id uuid not null,
  job_id uuid not null,
  id uuid not null default uuidv7(),
  stage text not null check (stage in ('CONVERTED', 'STARTED', 'TRANSCRIBED', 'REVIEWED_LEVEL_1', 'REVIEWED_LEVEL_2', 'RETURNED', 'FINAL')),
  user_id uuid,
  at timestamptz not null,
  -- in order: [{sectionId, version}]
  sections jsonb not null,
  primary key (clinic_id, job_id, id),
  foreign key (clinic_id, job_id) references notes
);
call guard_table('note_stages');

-- Notes that were converted before this table was made.
insert into notes (clinic_id, job_id, last_updated_at)
  select clinic_id, job_id, finished_at from conversions where finished_at is not null;
with numbered as (
  select c.clinic_id, c.job_id, c.finished_at, s.value as section, s.ordinality as position, uuidv7()::text as section_id
  from conversions c cross join lateral jsonb_array_elements(c.sections) with ordinality s
  where c.finished_at is not null
), versions as (
  insert into note_section_versions (clinic_id, job_id, section_id, version, custom_heading, system_heading, content, saved_at)
    select clinic_id, job_id, section_id, 1, section -> 'heading' ->> 'customUIHeading', section -> 'heading' ->> 'systemHeading',
      section -> 'content', finished_at from numbered
), present as (
  insert into note_sections (clinic_id, job_id, section_id, version, position)
    select clinic_id, job_id, section_id, 1, position - 1 from numbered
)
insert into note_stages (clinic_id, job_id, stage, at, sections)
  select clinic_id, job_id, 'CONVERTED', min(finished_at), jsonb_agg(jsonb_build_object('sectionId', section_id, 'version', 1) order by position)
  from numbered group by clinic_id, job_id;
