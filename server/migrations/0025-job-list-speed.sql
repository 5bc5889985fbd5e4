-- Lists at a million jobs: totals are sums over few rows that are kept, searches go by a trigram index.

-- How many jobs of the lists each author has at each facility, by what the lists' rules ask for. Nobody ever waits for
-- anybody here: a change of a job adds rows of +1 and -1, so the same key stands in several rows and their sum counts.
create table job_counts (
  clinic_id uuid not null,
  id uuid not null default uuidv7(),
  author_id uuid not null,
  facility_id uuid not null,
  tab text not null,
  status text not null,
  -- of IN_PROGRESS
  returned boolean not null,
  -- of READY and IN_REVIEW
  level text,
  -- of READY
  first_approver_id uuid,
  jobs integer not null,
  primary key (clinic_id, id)
);
create index job_counts_of_author on job_counts (clinic_id, author_id, tab);
create index job_counts_of_tab on job_counts (clinic_id, tab, facility_id);
call guard_table('job_counts');

-- One row a key: the sum stays what it is in every snapshot. Rows that somebody else folds at this moment are left to them.
create function fold_job_counts(clinic uuid, author uuid) returns void language sql as $$
  with taken as (
    select id from job_counts where clinic_id = clinic and author_id = author for update skip locked
  ), gone as (
    delete from job_counts c using taken t where c.clinic_id = clinic and c.id = t.id returning c.*
  )
  insert into job_counts (clinic_id, author_id, facility_id, tab, status, returned, level, first_approver_id, jobs)
  select clinic_id, author_id, facility_id, tab, status, returned, level, first_approver_id, sum(jobs)
  from gone group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(jobs) <> 0
$$;

create function count_jobs() returns trigger language plpgsql as $$
declare author record;
begin
  if tg_op = 'INSERT' then
    insert into job_counts (clinic_id, author_id, facility_id, tab, status, returned, level, first_approver_id, jobs)
    select clinic_id, author_id, facility_id, tab, status, returned and status = 'IN_PROGRESS',
      case when status in ('READY', 'IN_REVIEW') then level end, case when status = 'READY' then first_approver_id end, count(*)
    from after_change where tab <> 'NONE' group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    insert into job_counts (clinic_id, author_id, facility_id, tab, status, returned, level, first_approver_id, jobs)
    select clinic_id, author_id, facility_id, tab, status, returned and status = 'IN_PROGRESS',
      case when status in ('READY', 'IN_REVIEW') then level end, case when status = 'READY' then first_approver_id end, -count(*)
    from before_change where tab <> 'NONE' group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into job_counts (clinic_id, author_id, facility_id, tab, status, returned, level, first_approver_id, jobs)
    select clinic_id, author_id, facility_id, tab, status, returned and status = 'IN_PROGRESS',
      case when status in ('READY', 'IN_REVIEW') then level end, case when status = 'READY' then first_approver_id end, sum(sign)
    from (select *, 1 as sign from after_change union all select *, -1 from before_change) changes
    where tab <> 'NONE' group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(sign) <> 0;
    -- one change in sixteen tidies up behind the others
    if found and random() < 0.0625 then
      for author in select distinct clinic_id, author_id from after_change loop
        perform fold_job_counts(author.clinic_id, author.author_id);
      end loop;
    end if;
  end if;
  return null;
end $$;

create trigger jobs_counted_in after insert on jobs referencing new table as after_change for each statement execute function count_jobs();
create trigger jobs_counted_over after update on jobs referencing old table as before_change new table as after_change for each statement execute function count_jobs();
create trigger jobs_counted_out after delete on jobs referencing old table as before_change for each statement execute function count_jobs();

-- What a search looks through: number, patient and author of each job. Beside the jobs, not in them, so that a job that
-- moves on costs the trigram index nothing.
create table job_search (
  clinic_id uuid not null,
  job_id uuid not null,
  words text not null,
  primary key (clinic_id, job_id),
  foreign key (clinic_id, job_id) references jobs on delete cascade
);
create index job_search_words on job_search using gin (clinic_id, words gin_trgm_ops);
call guard_table('job_search');

-- Every word after a space, so that its beginning can be asked for; the number with and without leading zeros.
create function job_words(number integer, first_name text, last_name text, author text) returns text language sql immutable as $$
  select lower(' ' || lpad(number::text, greatest(6, length(number::text)), '0') || ' ' || number || ' ' || first_name || ' ' || last_name || ' ' || author)
$$;

create function note_job_words() returns trigger language plpgsql as $$
begin
  insert into job_search
  select j.clinic_id, j.id, job_words(j.number, p.first_name, p.last_name, a.full_name)
  from after_change j
  join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
  join users a on a.clinic_id = j.clinic_id and a.id = j.author_id;
  return null;
end $$;
create trigger jobs_searched after insert on jobs referencing new table as after_change for each statement execute function note_job_words();

create function renew_job_words() returns trigger language plpgsql as $$
begin
  update job_search s set words = job_words(j.number, p.first_name, p.last_name, a.full_name)
  from jobs j
  join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
  join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
  where s.clinic_id = j.clinic_id and s.job_id = j.id and j.clinic_id = new.clinic_id
    and case tg_table_name when 'users' then j.author_id = new.id else j.patient_id = new.id end;
  return null;
end $$;
-- A job that is moved to the right patient (Q185) is found under that name.
create function renew_words_of_job() returns trigger language plpgsql as $$
begin
  update job_search s set words = job_words(new.number, p.first_name, p.last_name, a.full_name)
  from patients p, users a
  where s.clinic_id = new.clinic_id and s.job_id = new.id and p.clinic_id = new.clinic_id and p.id = new.patient_id
    and a.clinic_id = new.clinic_id and a.id = new.author_id;
  return null;
end $$;
create trigger jobs_given_another_patient after update of patient_id on jobs for each row
  when (old.patient_id is distinct from new.patient_id) execute function renew_words_of_job();
create index jobs_of_patient_renamed on jobs (clinic_id, patient_id);
create trigger patients_renamed after update of first_name, last_name on patients for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function renew_job_words();
create trigger users_renamed after update of first_name, last_name on users for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function renew_job_words();

-- Jobs of the transaction's clinic whose words fit every pattern, at most so many, in no order. With the definer's rights
-- because row-level security keeps LIKE, which is not leakproof, away from every index; the clinic is fixed in here.
create function gate.find_jobs(patterns text[], most integer) returns setof uuid
language plpgsql stable security definer rows 50 set search_path = public as $$
begin
  return query
    select s.job_id from job_search s
    where s.clinic_id = current_clinic()
      and s.words like coalesce(lower(patterns[1]), '%') and s.words like coalesce(lower(patterns[2]), '%')
      and s.words like coalesce(lower(patterns[3]), '%') and s.words like coalesce(lower(patterns[4]), '%')
      and s.words like coalesce(lower(patterns[5]), '%')
    limit most;
end $$;
call guard_function('gate.find_jobs(text[], integer)', 'dictara_app');

-- A transcriptionist's history, and the few jobs that were returned.
create index jobs_of_transcriber on jobs (clinic_id, transcriber_id, submitted_at desc, id desc) where transcriber_id is not null;
create index jobs_returned on jobs (clinic_id, submitted_at desc, id desc) where status = 'IN_PROGRESS' and returned;

-- An author and a facility are of one clinic: unless it knows, the planner takes a list of 100,000 jobs for one of ten,
-- and sorts them all.
create statistics jobs_of_one_clinic (dependencies) on clinic_id, author_id, facility_id, tab from jobs;

insert into job_counts (clinic_id, author_id, facility_id, tab, status, returned, level, first_approver_id, jobs)
select clinic_id, author_id, facility_id, tab, status, returned and status = 'IN_PROGRESS',
  case when status in ('READY', 'IN_REVIEW') then level end, case when status = 'READY' then first_approver_id end, count(*)
from jobs where tab <> 'NONE' group by 1, 2, 3, 4, 5, 6, 7, 8;
insert into job_search
select j.clinic_id, j.id, job_words(j.number, p.first_name, p.last_name, a.full_name)
from jobs j
join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
join users a on a.clinic_id = j.clinic_id and a.id = j.author_id;
