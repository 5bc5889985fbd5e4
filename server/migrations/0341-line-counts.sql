-- What a typed line is paid, in hundredths of a cent; user_id null: of every transcriptionist who has no rate of their own.
create table pay_rates (
  clinic_id uuid not null references clinics,
  id uuid not null default uuidv7(),
  user_id uuid,
  rate integer not null check (rate between 0 and 100000),
  primary key (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create unique index pay_rates_of_user on pay_rates (clinic_id, user_id) nulls not distinct;
call guard_table('pay_rates');

-- What was typed when.
create index job_stints_typed on job_stints (clinic_id, ended_at) where stage = 'TRANSCRIPTION' and action = 'Completed';
