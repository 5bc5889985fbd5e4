-- The session in which the person ended the stint. It may be another than the one in which they began it (Q141).
alter table job_stints add column ended_session_id uuid;
create index job_stints_of_ending_session on job_stints (clinic_id, ended_session_id) where ended_session_id is not null;
