-- One importer of several kinds: the last import of each person and kind, as it was previewed and as it goes on.
alter table people_imports rename to imports;
alter table people_import_rows rename to import_rows;
alter table import_rows drop constraint people_import_rows_clinic_id_user_id_fkey, drop constraint people_import_rows_pkey;
alter table imports drop constraint people_imports_pkey;
alter table imports add column kind text not null default 'people' check (kind in ('people', 'patients'));
alter table import_rows add column kind text not null default 'people';
alter table imports alter column kind drop default, add primary key (clinic_id, user_id, kind);
alter table import_rows alter column kind drop default, add primary key (clinic_id, user_id, kind, line),
  add foreign key (clinic_id, user_id, kind) references imports on delete cascade;
-- What a row shows beside its name: a kind knows its columns.
alter table import_rows add column cells text[] not null default '{}';
update import_rows set cells = array[email, role, facilities], input = input || jsonb_build_object('role', role);
alter table import_rows alter column cells drop default, drop column email, drop column role, drop column facilities;
-- Those that are still to be added, however many have been.
create index import_rows_to_add on import_rows (clinic_id, user_id, kind, line) where outcome = 'ADD';

-- One MRN of one facility is one patient, in whatever case: what an interface brings finds who was made by hand by it (Q207).
-- A column of its own, because row-level security keeps lower(), which is not leakproof, away from every index.
alter table patients add column record_key text not null generated always as (lower(medical_record_number)) stored;
alter table patients drop constraint patients_clinic_id_facility_id_medical_record_number_key;
alter table patients add unique (clinic_id, facility_id, record_key);
-- Who looks alike has the same name, case and accents aside, and birth date.
create function name_key(first_name text, last_name text) returns text language sql immutable parallel safe as $$
  select public.searched_text(last_name || E'\n' || first_name)
$$;
alter table patients add column name_key text not null generated always as (name_key(first_name, last_name)) stored;
create index patients_alike on patients (clinic_id, birth_date, name_key);
