-- How fast a dictation is wanted, by when it is due, and since when it rests where it is (Q200).

-- How long a job of a facility may take, in minutes; a work type that has no row of its own goes by the one of ''.
create table turnaround_targets (
  clinic_id uuid not null,
  facility_id uuid not null,
  work_type text not null default '',
  priority text not null check (priority in ('ROUTINE', 'STAT')),
  minutes integer not null check (minutes between 1 and 525600),
  primary key (clinic_id, facility_id, work_type, priority),
  foreign key (clinic_id, facility_id) references facilities
);
call guard_table('turnaround_targets');

-- 24 hours, STAT 2, unless the facility says otherwise. Nobody has set anything in most clinics: then it costs one look-up.
create function turnaround(clinic uuid, facility uuid, kind_of_work text, urgency text) returns interval language sql stable as $$
  select make_interval(mins => coalesce(
    (select t.minutes from turnaround_targets t
      where t.clinic_id = clinic and t.facility_id = facility and t.priority = urgency and t.work_type in (coalesce(kind_of_work, ''), '')
      order by t.work_type desc limit 1),
    case urgency when 'STAT' then 120 else 1440 end))
$$;

-- The recorder's switch; the newest word of a recording counts.
alter table dictations add column priority text not null default 'ROUTINE' check (priority in ('ROUTINE', 'STAT'));

-- The defaults of due_at and waiting_since are never seen: the trigger below fills them.
alter table jobs
  add column priority text not null default 'ROUTINE' check (priority in ('ROUTINE', 'STAT')),
  add column due_at timestamptz not null default now(),
  add column waiting_since timestamptz not null default now();
-- Nothing that is counted or searched changes.
alter table jobs disable trigger user;
update jobs set due_at = submitted_at + interval '24 hours', waiting_since = coalesce(held_since, last_updated_at);
alter table jobs enable trigger user;

create function set_due_time() returns trigger language plpgsql as $$
begin
  new.due_at = new.submitted_at + turnaround(new.clinic_id, new.facility_id, new.work_type, new.priority);
  if tg_op = 'INSERT' then new.waiting_since = new.submitted_at; end if;
  return new;
end $$;
create trigger jobs_due before insert or update of submitted_at, facility_id, work_type, priority on jobs
  for each row execute function set_due_time();
