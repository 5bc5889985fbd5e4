-- HL7 files that people import or the product writes (HL7-09), as they came: the bytes lie beside the recordings, sealed.
create table hl7_files (
  clinic_id uuid not null,
  id uuid not null,
  -- Calls with one id are one import, such as of a folder; null for what the product wrote.
  import_id uuid,
  -- Of a file that the product wrote, else the one that its messages belong to unless they name another; null: none was chosen.
  facility_id uuid,
  file_name text not null,
  file_type text not null check (file_type in ('DICTATION', 'PATIENT', 'CALENDAR')),
  size_bytes bigint not null,
  uploaded_at timestamptz not null,
  -- null: Dictara itself
  uploaded_by uuid,
  state text not null check (state in ('WAITING', 'DONE')),
  problem text,
  blob_id uuid not null,
  times_exported integer not null default 0,
  primary key (clinic_id, id),
  foreign key (clinic_id, facility_id) references facilities,
  foreign key (clinic_id, uploaded_by) references users (clinic_id, id)
);
create index hl7_files_of_type on hl7_files (clinic_id, file_type, uploaded_at desc, id desc);
create index hl7_files_of_import on hl7_files (clinic_id, import_id);
create index hl7_files_waiting on hl7_files (clinic_id, uploaded_at) where state = 'WAITING';
call guard_table('hl7_files');

-- What became of each message of a file. Written with what the message did, so that a server that is killed does it once.
create table hl7_messages (
  clinic_id uuid not null,
  file_id uuid not null,
  number integer not null,
  line integer not null,
  event text not null,
  control_id text not null,
  facility_id uuid,
  verdict text not null check (verdict in ('APPLIED', 'KNOWN', 'NOTHING', 'REFUSED')),
  reason text,
  problems jsonb not null,
  primary key (clinic_id, file_id, number),
  foreign key (clinic_id, file_id) references hl7_files on delete cascade,
  foreign key (clinic_id, facility_id) references facilities
);
call guard_table('hl7_messages');

-- Messages that had their effect, by who sent them (MSH-3, MSH-4) and their control id (MSH-10): none has it twice, whichever way it
-- comes.
create table hl7_received (
  clinic_id uuid not null references clinics,
  sender text not null,
  control_id text not null,
  sha256 text not null,
  received_at timestamptz not null,
  primary key (clinic_id, sender, control_id)
);
call guard_table('hl7_received');

-- Q149.
create table hl7_exports (
  clinic_id uuid not null,
  id uuid not null,
  exported_by uuid not null,
  exported_at timestamptz not null,
  comment text not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, exported_by) references users (clinic_id, id)
);
call guard_table('hl7_exports');
create table hl7_exported_files (
  clinic_id uuid not null,
  file_id uuid not null,
  export_id uuid not null,
  primary key (clinic_id, file_id, export_id),
  foreign key (clinic_id, file_id) references hl7_files on delete cascade,
  foreign key (clinic_id, export_id) references hl7_exports
);
call guard_table('hl7_exported_files');
