-- The work of a clinic's last days is counted by its own calendar, so it is counted anew when the time zone of a facility changes.
create function count_days_of_moved_clinic() returns trigger language plpgsql as $$
begin
  delete from job_days where clinic_id = new.clinic_id;
  insert into job_days (clinic_id, facility_id, day, kind, turnaround_class, jobs, seconds, audio_ms)
  select j.clinic_id, d.facility_id, d.day, d.kind, d.turnaround_class, sum(d.jobs), sum(d.seconds), sum(d.audio_ms)
  from jobs j cross join lateral days_of_job(j, 1) d
  where j.clinic_id = new.clinic_id and (j.submitted_at >= now() - interval '20 days' or j.completed_at >= now() - interval '20 days')
  group by 1, 2, 3, 4, 5;
  return null;
end
$$;
create trigger facilities_moved after update of time_zone on facilities
for each row when (old.time_zone <> new.time_zone) execute function count_days_of_moved_clinic();
