-- A search for a part of one name looked through the words of every job: through 300,000 of them to find the 20 patients of that name.
-- The words stand with the patients and the authors as well now, who lead to their jobs.

-- Immutable, since columns are made of them; every name with its schema, for a restored database.
create or replace function plain_words(given text) returns text language sql immutable parallel safe as $$
  select trim(regexp_replace(public.searched_text(given), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0\u2000-\u206f\u3000]+', ' ', 'g'))
$$;
create or replace function words_in_one(given text) returns text language sql immutable parallel safe as $$
  select public.plain_words(given)
    || case when public.plain_words(given) like '% %' then ' ' || replace(public.plain_words(given), ' ', '') else '' end
$$;
-- The parts of job_words that are a person's: every word follows a space, and after the tab stands the record number.
create function job_words_of_patient(first_name text, last_name text, record text) returns text language sql immutable parallel safe as $$
  select ' ' || public.words_in_one(first_name) || ' ' || public.words_in_one(last_name) || E'\t ' || public.words_in_one(record)
$$;
create function job_words_of_author(first_name text, last_name text) returns text language sql immutable parallel safe as $$
  select ' ' || public.plain_words(first_name || ' ' || last_name)
$$;
alter table patients add column job_words text not null
  generated always as (job_words_of_patient(first_name, last_name, medical_record_number)) stored;
alter table users add column job_words text not null generated always as (job_words_of_author(first_name, last_name)) stored;
create index patients_by_job_words on patients using gin (clinic_id, job_words gin_trgm_ops);

-- As before; but a single word without a digit, which is in no job number, is looked for among the people. The plans are kept, because
-- to make them takes as long as to find what is rare.
create or replace function gate.find_jobs(patterns text[], most integer) returns table (id uuid, by_record boolean)
language plpgsql stable security definer rows 50 set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  p text[] := array(select unaccent(pattern) from unnest(patterns) pattern);
  authors uuid[];
  found_by_author bigint;
begin
  if cardinality(p) <> 1 or p[1] ~ '\d' then
    return query
      select s.job_id, not split_part(s.words, E'\t', 1) like all(p) from job_search s
      where s.clinic_id = current_clinic()
        and s.words like coalesce(p[1], '%') and s.words like coalesce(p[2], '%') and s.words like coalesce(p[3], '%')
        and s.words like coalesce(p[4], '%') and s.words like coalesce(p[5], '%')
      limit most;
    return;
  end if;
  authors := array(select u.id from users u where u.clinic_id = current_clinic() and u.job_words like p[1]);
  return query
    select j.id, false from unnest(authors) a (id) cross join lateral (
      select j.id from jobs j where j.clinic_id = current_clinic() and j.author_id = a.id offset 0
    ) j limit most;
  get diagnostics found_by_author = row_count;
  if found_by_author >= most then return; end if;
  return query
    select j.id, w.by_record from (
      select w.id, not split_part(w.job_words, E'\t', 1) like p[1] as by_record from patients w
      where w.clinic_id = current_clinic() and w.job_words like p[1]
    ) w cross join lateral (
      select j.id from jobs j where j.clinic_id = current_clinic() and j.patient_id = w.id and j.author_id <> all(authors) offset 0
    ) j limit most - found_by_author;
end $$;
