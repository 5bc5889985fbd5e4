-- With the sandbox gateway, which takes play money, only clinics of the demo have to pay.
alter table payment_setting add column only_demo boolean not null default false;

create or replace function end_trial() returns trigger language plpgsql as $$
begin
  if exists (
    select from payment_setting s
    where not s.is_on or s.only_demo and not exists (select from clinics c where c.clinic_id = new.clinic_id and c.demo)
  ) then
    new.plan = 'UNLIMITED';
    new.plan_end_date = null;
  elsif new.plan_end_date is null then
    new.plan_end_date = (now() at time zone new.time_zone)::date + 30;
  end if;
  return new;
end $$;
