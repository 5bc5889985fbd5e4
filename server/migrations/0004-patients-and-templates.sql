create table patients (
  clinic_id uuid not null,
  id uuid not null,
  facility_id uuid not null,
  medical_record_number text not null,
  prefix text,
  first_name text not null,
  middle_name text,
  last_name text not null,
  preferred_name text,
  birth_date date not null,
  gender text not null,
  bed_id text,
  bed_desc text,
  unit_desc text,
  admission_date date,
  religion text,
  term_type text not null default 'Inpatient',
  last_note_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (clinic_id, id),
  unique (clinic_id, facility_id, medical_record_number),
  foreign key (clinic_id, facility_id) references facilities
);
create index patients_by_name on patients (clinic_id, facility_id, lower(last_name), lower(first_name));
call guard_table('patients');

-- Product-wide, the same for every clinic: about 33 system headings, filled by the server at start from its checked-in table.
create table system_headings (
  name text primary key,
  position integer not null,
  spoken text[] not null default '{}'
);
grant select on system_headings to dictara_app, dictara_system;
grant insert, update, delete on system_headings to dictara_system;

create table section_templates (
  clinic_id uuid not null references clinics,
  id uuid not null,
  author_id uuid,
  name text not null,
  description text not null default '',
  global boolean not null default false,
  active boolean not null default true,
  keytophrase_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (clinic_id, id),
  foreign key (clinic_id, author_id) references users (clinic_id, id)
);
call guard_table('section_templates');

create table template_headings (
  clinic_id uuid not null,
  template_id uuid not null,
  id uuid not null,
  position integer not null,
  custom_heading text not null,
  system_heading text not null,
  description text not null default '',
  default_value text not null default '',
  required boolean not null default false,
  append_to_default boolean not null default false,
  primary key (clinic_id, template_id, id),
  foreign key (clinic_id, template_id) references section_templates
);
call guard_table('template_headings');
