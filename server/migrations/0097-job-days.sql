-- What came in and what was filed on each day, with how long it took: kept as it happens, so that the home of who runs a clinic
-- costs the same however much there is. As with job_counts nobody waits for anybody: a change adds rows of +1 and -1, and the sum
-- of the rows of one key counts. The turnaround of what was filed is kept in classes, eight to each doubling of the minutes, with
-- the seconds of all in a class: percentiles follow from them to within a few in a hundred.
create table job_days (
  clinic_id uuid not null,
  id uuid not null default uuidv7(),
  facility_id uuid not null,
  -- of the clinic's own calendar
  day date not null,
  kind text not null check (kind in ('IN', 'OUT')),
  -- 0 for all that came in
  turnaround_class integer not null,
  jobs integer not null,
  seconds bigint not null,
  audio_ms bigint not null,
  primary key (clinic_id, id)
);
create index job_days_of_day on job_days (clinic_id, day, facility_id) include (kind, turnaround_class, jobs, seconds, audio_ms);
call guard_table('job_days');

-- The zone of a clinic is its first facility's.
create function clinic_zone(clinic uuid) returns text language sql stable as $$
  select coalesce((select f.time_zone from facilities f where f.clinic_id = clinic order by f.is_parent desc, f.id limit 1), 'UTC')
$$;

-- What a job counts for: one that came in, as long as it stands in any list, and one that was filed, as long as it is.
create function days_of_job(j jobs, sign integer)
returns table (facility_id uuid, day date, kind text, turnaround_class integer, jobs integer, seconds bigint, audio_ms bigint)
language sql stable as $$
  select j.facility_id, (j.submitted_at at time zone clinic_zone(j.clinic_id))::date, 'IN', 0, sign, 0, 0 where j.tab <> 'NONE'
  union all
  select j.facility_id, (j.completed_at at time zone clinic_zone(j.clinic_id))::date, 'OUT',
    floor(8 * ln(greatest(took / 60, 1)) / ln(2.0::float8))::integer, sign, sign * took::bigint, sign * j.audio_ms
  from (select greatest(extract(epoch from j.completed_at - j.submitted_at), 0)::float8 as took) filed
  where j.tab = 'COMPLETE' and j.completed_at is not null
$$;

-- One row a key, of a facility's day; rows that somebody else folds at this moment are left to them. What lies two months back is
-- asked by nobody.
create function fold_job_days(clinic uuid, facility uuid, of_day date) returns void language sql as $$
  with several as (
    select kind, turnaround_class from job_days where clinic_id = clinic and day = of_day and facility_id = facility
    group by 1, 2 having count(*) > 1
  ), taken as (
    select d.id from job_days d join several s on s.kind = d.kind and s.turnaround_class = d.turnaround_class
    where d.clinic_id = clinic and d.day = of_day and d.facility_id = facility for update of d skip locked
  ), gone as (
    delete from job_days d using taken t where d.clinic_id = clinic and d.id = t.id returning d.*
  )
  insert into job_days (clinic_id, facility_id, day, kind, turnaround_class, jobs, seconds, audio_ms)
  select clinic_id, facility_id, day, kind, turnaround_class, sum(jobs), sum(seconds), sum(audio_ms)
  from gone group by 1, 2, 3, 4, 5 having sum(jobs) <> 0 or sum(seconds) <> 0;
  delete from job_days d using (
    select id from job_days where clinic_id = clinic and facility_id = facility and day < of_day - 60 limit 500 for update skip locked
  ) old where d.clinic_id = clinic and d.id = old.id
$$;

create function count_job_days() returns trigger language plpgsql as $$
declare place record;
begin
  insert into job_days (clinic_id, facility_id, day, kind, turnaround_class, jobs, seconds, audio_ms)
  select coalesce(new.clinic_id, old.clinic_id), d.facility_id, d.day, d.kind, d.turnaround_class, sum(d.jobs), sum(d.seconds), sum(d.audio_ms)
  from (select * from days_of_job(new, 1) union all select * from days_of_job(old, -1)) d
  group by 2, 3, 4, 5 having sum(d.jobs) <> 0 or sum(d.seconds) <> 0;
  -- one change in sixteen tidies up behind the others
  if found and random() < 0.0625 then
    for place in select distinct d.facility_id, d.day from days_of_job(coalesce(new, old), 1) d loop
      perform fold_job_days(coalesce(new.clinic_id, old.clinic_id), place.facility_id, place.day);
    end loop;
  end if;
  return null;
end $$;

create trigger jobs_came_in after insert on jobs for each row execute function count_job_days();
create trigger jobs_went after delete on jobs for each row execute function count_job_days();
create trigger jobs_filed_or_not after update on jobs for each row when (
  (old.tab = 'NONE') <> (new.tab = 'NONE') or (old.tab = 'COMPLETE') <> (new.tab = 'COMPLETE')
  or old.facility_id <> new.facility_id or old.submitted_at <> new.submitted_at
  or old.completed_at is distinct from new.completed_at
) execute function count_job_days();

-- From the jobs themselves: of what was there before, and of what benches have made.
create function count_job_days_anew(since timestamptz) returns void language sql as $$
  delete from job_days;
  insert into job_days (clinic_id, facility_id, day, kind, turnaround_class, jobs, seconds, audio_ms)
  select j.clinic_id, d.facility_id, d.day, d.kind, d.turnaround_class, sum(d.jobs), sum(d.seconds), sum(d.audio_ms)
  from jobs j cross join lateral days_of_job(j, 1) d
  where j.submitted_at >= since or j.completed_at >= since group by 1, 2, 3, 4, 5
$$;
select count_job_days_anew(now() - interval '20 days');
-- Nobody but the owner counts anew.
revoke execute on function count_job_days_anew(timestamptz) from public;

-- What somebody worked on last.
create index job_stints_lately on job_stints (clinic_id, user_id, id desc);
