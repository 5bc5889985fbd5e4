-- What the EHR of a facility asks of each person before it lets them in (Q038, Q089); null: nothing.
alter table facilities add column emr_verification_url text check (emr_verification_url ~ '^https?://');

-- Who proved it, and who has to. Whom it does not name has not.
create table emr_verifications (
  clinic_id uuid not null,
  facility_id uuid not null,
  user_id uuid not null,
  status text not null check (status in ('NOT_VERIFIED', 'VERIFIED', 'EXPIRED')),
  updated_at timestamptz not null default now(),
  primary key (clinic_id, user_id, facility_id),
  foreign key (clinic_id, facility_id) references facilities,
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_table('emr_verifications');

-- A trial of which nobody said when it ends lasts 30 days, by the facility's own calendar (Q152).
create function end_trial() returns trigger language plpgsql as $$
begin
  new.plan_end_date = (now() at time zone new.time_zone)::date + 30;
  return new;
end $$;
create trigger facilities_on_trial before insert on facilities for each row
  when (new.plan = 'TRIAL' and new.plan_end_date is null) execute function end_trial();
