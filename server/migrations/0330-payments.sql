-- Whether facilities have to pay for a plan (DICTARA_PAYMENTS), as the server found it at its start. It is read where a facility begins.
create table payment_setting (
  is_the_only_one boolean primary key default true check (is_the_only_one),
  is_on boolean not null
);
insert into payment_setting (is_on) values (true);
grant select, update on payment_setting to dictara_system;
grant select on payment_setting to dictara_app;

-- plan_end_date: the last day on which the plan can be used, days of grace included; null: no end. plan_renews: the gateway charges for
-- the next period by itself, so nobody needs to be warned of the end (Q035).
alter table facilities drop constraint facilities_plan_check;
alter table facilities add column plan_renews boolean not null default false;
update facilities set plan_renews = true where plan in ('STANDARD', 'STANDARD_ANNUAL', 'ESSENTIALS');
update facilities set plan = 'STANDARD' where plan = 'CANCELLED';
alter table facilities add constraint facilities_plan_check
  check (plan in ('TRIAL', 'STANDARD', 'STANDARD_ANNUAL', 'ESSENTIALS', 'UNLIMITED'));
grant select (plan_renews) on facilities to dictara_operator;

-- Without payments a facility begins with the unlimited plan; otherwise with a trial of 30 days where nobody says how long (Q152).
create or replace function end_trial() returns trigger language plpgsql as $$
begin
  if not (select is_on from payment_setting) then
    new.plan = 'UNLIMITED';
    new.plan_end_date = null;
  elsif new.plan_end_date is null then
    new.plan_end_date = (now() at time zone new.time_zone)::date + 30;
  end if;
  return new;
end $$;
drop trigger facilities_on_trial on facilities;
create trigger facilities_on_trial before insert on facilities for each row when (new.plan = 'TRIAL') execute function end_trial();

-- A facility as the payment gateway knows it.
create table payment_customers (
  clinic_id uuid not null,
  facility_id uuid not null,
  customer_profile_id text not null,
  primary key (clinic_id, facility_id),
  foreign key (clinic_id, facility_id) references facilities
);
-- Notices tell the gateway's ids alone.
create index payment_customers_by_profile on payment_customers (customer_profile_id);
call guard_table('payment_customers');

-- What a facility agreed to pay for. It is written before the gateway is asked, with a reference of our own, by which it is found there
-- when the answer was lost.
create table subscriptions (
  clinic_id uuid not null,
  id uuid not null,
  facility_id uuid not null,
  plan text not null check (plan in ('STANDARD', 'STANDARD_ANNUAL', 'ESSENTIALS')),
  -- At most 20 characters, as the gateway allows.
  ref_id text not null check (length(ref_id) between 1 and 20),
  customer_profile_id text not null,
  payment_profile_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null default 'USD',
  months integer not null check (months > 0),
  -- The gateway's id; null until it is known.
  gateway_id text,
  status text not null check (status in ('PENDING', 'ACTIVE', 'CANCELLED', 'FAILED', 'EXPIRED')),
  -- The day of its first payment, in the gateway's calendar.
  starts_on date not null,
  -- The last day that payments cover; null: nothing is paid.
  paid_through date,
  created_at timestamptz not null,
  created_by uuid not null,
  cancelled_at timestamptz,
  -- The gateway was told to stop; null: not yet, or nothing is to be stopped.
  stopped_at timestamptz,
  -- The last renewal that failed, and how often it was tried again.
  missed_on date,
  missed_number integer,
  tries integer not null default 0,
  next_try_on date,
  primary key (clinic_id, id),
  unique (clinic_id, ref_id),
  foreign key (clinic_id, facility_id) references facilities
);
create index subscriptions_by_gateway_id on subscriptions (gateway_id);
create unique index subscriptions_one_live on subscriptions (clinic_id, facility_id) where status in ('PENDING', 'ACTIVE');
create index subscriptions_of_facility on subscriptions (clinic_id, facility_id, created_at desc);
create index subscriptions_to_reconcile on subscriptions (status) where status in ('PENDING', 'ACTIVE') or (cancelled_at is not null and stopped_at is null);
call guard_table('subscriptions');

-- Every transaction of the gateway for a facility, with the status that the gateway told last.
create table payments (
  clinic_id uuid not null,
  trans_id text not null,
  facility_id uuid not null,
  subscription_id uuid not null,
  -- Which period of the subscription it pays, from 1.
  number integer not null check (number > 0),
  -- The gateway's own status, e.g. settledSuccessfully.
  gateway_status text not null,
  status text not null check (status in ('Success', 'Processing', 'Failed', 'Refund_processing')),
  submitted_at timestamptz not null,
  card_type text not null,
  card_number text not null check (card_number !~ '\d{5}'),
  amount_cents integer not null,
  currency text not null default 'USD',
  primary key (clinic_id, trans_id),
  foreign key (clinic_id, facility_id) references facilities,
  foreign key (clinic_id, subscription_id) references subscriptions
);
create index payments_by_trans_id on payments (trans_id);
create index payments_of_facility on payments (clinic_id, facility_id, submitted_at desc, trans_id);
create index payments_of_status on payments (clinic_id, facility_id, status, submitted_at desc, trans_id);
create index payments_of_subscription on payments (clinic_id, subscription_id);
call guard_table('payments');

-- What the gateway told by itself, kept before it is answered. It only says what to look at: the state is always read from the gateway.
create table payment_notices (
  notification_id text primary key,
  event_type text not null,
  entity text not null,
  entity_id text not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index payment_notices_waiting on payment_notices (received_at) where handled_at is null;
grant select, insert, update, delete on payment_notices to dictara_system;
