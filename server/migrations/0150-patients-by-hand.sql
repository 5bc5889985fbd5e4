-- Patients are made here too, not only brought by an interface (Q207).
alter table patients add column source text not null default 'EHR' check (source in ('MANUAL', 'EHR', 'HL7'));
-- Those who are here were brought; from now on whoever says nothing else makes one by hand.
alter table patients alter column source set default 'MANUAL';
alter table patients add column version integer not null default 1;
-- The last number that was made here for a patient without one of their own.
alter table facilities add column last_patient_number integer not null default 0;

-- Who is deleted leaves the rosters.
alter table roster_entries drop constraint roster_entries_clinic_id_patient_id_fkey;
alter table roster_entries add foreign key (clinic_id, patient_id) references patients on delete cascade;

-- A name as it is searched: without its signs, and in its parts where signs divide it.
create function searched_name(given text) returns text language sql immutable parallel safe as $$
  select translate(given, '''’', '') || case when given ~ '[''’-]' then ' ' || translate(given, '''’-', '   ') else '' end
$$;
-- What a search looks through: names, the day of birth as MM/DD/YYYY and YYYY-MM-DD, the record number. Every word follows a space,
-- so that its beginning can be asked for.
create function patient_words(first_name text, last_name text, birth_date date, record text) returns text language sql immutable parallel safe as $$
  select public.searched_text(' ' || public.searched_name(first_name) || ' ' || public.searched_name(last_name) || ' '
    || lpad(extract(month from birth_date)::text, 2, '0') || '/' || lpad(extract(day from birth_date)::text, 2, '0') || '/' || extract(year from birth_date)
    || ' ' || extract(year from birth_date) || '-' || lpad(extract(month from birth_date)::text, 2, '0') || '-' || lpad(extract(day from birth_date)::text, 2, '0')
    || ' ' || record)
$$;
alter table patients add column searched text not null
  generated always as (patient_words(first_name, last_name, birth_date, medical_record_number)) stored;
create index patients_searched on patients using gin (clinic_id, searched gin_trgm_ops);
create index patients_of_clinic_by_name on patients (clinic_id, lower(last_name), lower(first_name), id);
drop index patients_by_name;
create index patients_by_name on patients (clinic_id, facility_id, lower(last_name), lower(first_name), id);

-- Patients of the transaction's clinic, of these facilities or (null) of all, who fit every pattern; in the order of their names where
-- one is asked for (`asc`, `desc`). With the definer's rights because row-level security keeps LIKE, which is not leakproof, away from
-- every index; the clinic is fixed in here. Planned anew for each search: three letters take another way than one.
create function gate.find_patients(patterns text[], facilities uuid[], direction text, most integer, skipped integer) returns setof uuid
language plpgsql stable security definer rows 50 set search_path = pg_catalog, public, pg_temp as $$
declare
  p text[] := array(select unaccent(pattern) from unnest(patterns) pattern);
  facility text := case
    when facilities is null then ''
    when cardinality(facilities) = 1 then 'and facility_id = $2[1]'
    else 'and facility_id = any($2)' end;
  ordered text := case direction
    when 'asc' then 'order by lower(last_name), lower(first_name), id'
    when 'desc' then 'order by lower(last_name) desc, lower(first_name) desc, id desc'
    else '' end;
  fits text := '';
begin
  for i in 1 .. least(cardinality(p), 5) loop
    fits := fits || format(' and searched like %L', p[i]);
  end loop;
  return query execute format('select id from patients where clinic_id = $1 %s %s %s limit $3 offset $4', facility, fits, ordered)
    using current_clinic(), facilities, most, skipped;
end $$;
call guard_function('gate.find_patients(text[], uuid[], text, integer, integer)', 'dictara_app');
