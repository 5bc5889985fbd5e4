-- Sign-ins are listed newest first: those of a clinic, of a person, and those that failed.
create index sessions_signed_in on sessions (clinic_id, created_at desc, id desc) where parent_id is null;
create index sessions_signed_in_of on sessions (clinic_id, user_id, created_at desc, id desc) where parent_id is null;
create index sessions_failed on sessions (clinic_id, created_at desc, id desc) where parent_id is null and logging_status = 'FAILED';
create index sessions_failed_of on sessions (clinic_id, user_id, created_at desc, id desc) where parent_id is null and logging_status = 'FAILED';

-- The jobs on which somebody worked in a session (Q141).
create index job_stints_of_session on job_stints (clinic_id, session_id, started_at desc) where session_id is not null;

-- What is done, by status: in the clinic, and of an author. One of the statuses may be rare among the others.
create index jobs_done on jobs (clinic_id, status, submitted_at desc, id desc)
  where is_enabled and status in ('COMPLETED', 'BILLED', 'STRUCK_OUT');
create index jobs_done_of on jobs (clinic_id, author_id, status, submitted_at desc, id desc)
  where is_enabled and status in ('COMPLETED', 'BILLED', 'STRUCK_OUT');

-- Who looked at a patient; when a facility was enabled and disabled. The second replaces no index: few events name a facility alone.
create index audit_events_of_patient on audit_events (clinic_id, patient_id, at desc, id desc) where patient_id is not null;
create index audit_events_of_facility_switch on audit_events (clinic_id, facility_id, at desc)
  where event in ('facility.enabled', 'facility.disabled');
