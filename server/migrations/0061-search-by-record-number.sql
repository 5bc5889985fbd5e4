-- A search finds jobs by the patient's medical record number too (Q204), accents and signs aside.

-- Text as searches compare it: lower case, no accents, one space for whatever is no letter or digit. A name that such a
-- sign divides is found in one piece as well.
create function plain_words(given text) returns text language sql stable parallel safe as $$
  select trim(regexp_replace(unaccent(lower(given)), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0\u2000-\u206f\u3000]+', ' ', 'g'))
$$;
create function words_in_one(given text) returns text language sql stable parallel safe as $$
  select plain_words(given) || case when plain_words(given) like '% %' then ' ' || replace(plain_words(given), ' ', '') else '' end
$$;

drop function job_words(integer, text, text, text);
-- The number with and without leading zeros, patient and author; after the tab the record number, which not everybody may
-- search by. Every word follows a space, so that its beginning can be asked for.
create function job_words(number integer, first_name text, last_name text, author text, record text) returns text language sql stable parallel safe as $$
  select ' ' || lpad(number::text, greatest(6, length(number::text)), '0') || ' ' || number || ' ' || words_in_one(first_name)
    || ' ' || words_in_one(last_name) || ' ' || plain_words(author) || E'\t ' || words_in_one(record)
$$;

create or replace function note_job_words() returns trigger language plpgsql as $$
begin
  insert into job_search
  select j.clinic_id, j.id, job_words(j.number, p.first_name, p.last_name, a.full_name, p.medical_record_number)
  from after_change j
  join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
  join users a on a.clinic_id = j.clinic_id and a.id = j.author_id;
  return null;
end $$;
create or replace function renew_job_words() returns trigger language plpgsql as $$
begin
  update job_search s set words = job_words(j.number, p.first_name, p.last_name, a.full_name, p.medical_record_number)
  from jobs j
  join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
  join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
  where s.clinic_id = j.clinic_id and s.job_id = j.id and j.clinic_id = new.clinic_id
    and case tg_table_name when 'users' then j.author_id = new.id else j.patient_id = new.id end;
  return null;
end $$;
create or replace function renew_words_of_job() returns trigger language plpgsql as $$
begin
  update job_search s set words = job_words(new.number, p.first_name, p.last_name, a.full_name, p.medical_record_number)
  from patients p, users a
  where s.clinic_id = new.clinic_id and s.job_id = new.id and p.clinic_id = new.clinic_id and p.id = new.patient_id
    and a.clinic_id = new.clinic_id and a.id = new.author_id;
  return null;
end $$;
drop trigger patients_renamed on patients;
create trigger patients_renamed after update of first_name, last_name, medical_record_number on patients for each row
  when ((old.first_name, old.last_name, old.medical_record_number) is distinct from (new.first_name, new.last_name, new.medical_record_number))
  execute function renew_job_words();

drop index job_search_words;
update job_search s set words = job_words(j.number, p.first_name, p.last_name, a.full_name, p.medical_record_number)
from jobs j
join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
where s.clinic_id = j.clinic_id and s.job_id = j.id;
create index job_search_words on job_search using gin (clinic_id, words gin_trgm_ops);

create index patients_by_record on patients (clinic_id, lower(medical_record_number));

drop function gate.find_jobs(text[], integer);
-- Jobs of the transaction's clinic whose words fit every pattern, at most so many, in no order; `by_record`: only because
-- the record number counts. With the definer's rights because row-level security keeps LIKE, which is not leakproof, away
-- from every index; the clinic is fixed in here.
create function gate.find_jobs(patterns text[], most integer) returns table (id uuid, by_record boolean)
language plpgsql stable security definer rows 50 set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
    select s.job_id, not split_part(s.words, E'\t', 1) like all(array(select unaccent(p) from unnest(patterns) p)) from job_search s
    where s.clinic_id = current_clinic()
      and s.words like coalesce(unaccent(patterns[1]), '%') and s.words like coalesce(unaccent(patterns[2]), '%')
      and s.words like coalesce(unaccent(patterns[3]), '%') and s.words like coalesce(unaccent(patterns[4]), '%')
      and s.words like coalesce(unaccent(patterns[5]), '%')
    limit most;
end $$;
call guard_function('gate.find_jobs(text[], integer)', 'dictara_app');

-- Of the jobs that fit every pattern those that have exactly this number, or this record number of their patient.
create function gate.find_exact_jobs(numbers integer[], records text[], patterns text[], most integer) returns table (id uuid, by_record boolean)
language plpgsql stable security definer rows 10 set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
    select x.id, bool_and(x.by_record) from (
      select j.id, false as by_record from jobs j where j.clinic_id = current_clinic() and j.number = any(numbers)
      union all
      select j.id, true from patients p join jobs j on j.clinic_id = p.clinic_id and j.patient_id = p.id
      where p.clinic_id = current_clinic() and lower(p.medical_record_number) = any(records)
    ) x join job_search s on s.clinic_id = current_clinic() and s.job_id = x.id
    where s.words like all(array(select unaccent(p) from unnest(patterns) p))
    group by x.id limit most;
end $$;
call guard_function('gate.find_exact_jobs(integer[], text[], text[], integer)', 'dictara_app');
