-- What somebody imports from a file: the last one of each person, as it was previewed and as it goes on.
create table people_imports (
  clinic_id uuid not null,
  -- who imports
  user_id uuid not null,
  id uuid not null,
  file_name text not null,
  encoding text not null,
  -- columns of the file that are not read
  unread jsonb not null,
  state text not null check (state in ('PREVIEW', 'RUNNING', 'DONE')),
  to_add integer not null,
  created_at timestamptz not null,
  primary key (clinic_id, user_id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_table('people_imports');

create table people_import_rows (
  clinic_id uuid not null,
  user_id uuid not null,
  line integer not null,
  full_name text not null,
  email text not null,
  role text not null,
  facilities text not null,
  -- who is added, as the form of their role would send them
  input jsonb,
  outcome text not null check (outcome in ('ADD', 'HERE', 'CANNOT', 'ADDED')),
  why text not null,
  primary key (clinic_id, user_id, line),
  foreign key (clinic_id, user_id) references people_imports on delete cascade
);
call guard_table('people_import_rows');
