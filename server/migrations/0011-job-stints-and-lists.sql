-- Lists are served by their exact filter and order (architecture.md section 6).
create index jobs_of_clinic on jobs (clinic_id, tab, submitted_at desc, id desc);
create index jobs_of_author on jobs (clinic_id, author_id, tab, submitted_at desc, id desc);
create index jobs_of_assignee on jobs (clinic_id, assignee_id, status) where assignee_id is not null;
create index jobs_of_facility on jobs (clinic_id, facility_id, tab, submitted_at desc, id desc);
create index jobs_in_pools on jobs (clinic_id, status, submitted_at, id) where status in ('AVAILABLE', 'READY', 'IN_REVIEW');

create table saved_job_filters (
  clinic_id uuid not null,
  user_id uuid not null,
  page text not null check (page in ('MY_JOBS', 'REVIEW')),
  entries jsonb not null,
  primary key (clinic_id, user_id, page),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_table('saved_job_filters');
