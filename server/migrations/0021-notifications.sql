-- What people are told. Badges that clear by themselves (JOB_READY_INPROGRESS) are pushed live and never stored.
create table notifications (
  clinic_id uuid not null references clinics,
  id uuid not null,
  user_id uuid not null,
  target text not null,
  type text not null,
  job_id uuid not null,
  facility_id uuid not null,
  sender_name text not null,
  body text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id),
  foreign key (clinic_id, job_id) references jobs,
  foreign key (clinic_id, facility_id) references facilities
);
create index notifications_of_user on notifications (clinic_id, user_id, id desc);
create index notifications_unread on notifications (clinic_id, user_id) where read_at is null;
call guard_table('notifications');
