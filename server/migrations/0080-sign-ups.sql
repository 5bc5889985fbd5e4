-- A sign-up that waits for its code (Q002, Q004). Nothing of a clinic is made before the code is right: then the clinic, its
-- first facility and its administrator come into being under this id, so that nobody holds an address that is not theirs,
-- and a known address takes no less work than an unknown one.
create table sign_ups (
  id uuid primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone_country_code text not null,
  phone_number text not null,
  clinic_name text not null,
  time_zone text not null,
  password_hash text not null,
  -- salted and slow, of the code and this id together
  code_hash text not null,
  code_sent_at timestamptz not null,
  code_expires_at timestamptz not null,
  tries integer not null default 0,
  created_at timestamptz not null
);
create index sign_ups_by_age on sign_ups (created_at);
create index sign_ups_of_email on sign_ups (lower(email));
grant select, insert, update, delete on sign_ups to dictara_system;

-- How often something was tried since when: by whom or for what, as a hash.
create table counted_tries (
  key bytea primary key,
  began_at timestamptz not null,
  tries integer not null
);
create index counted_tries_began on counted_tries (began_at);
grant select, insert, update, delete on counted_tries to dictara_system;

-- Counts a try before it is made, in one statement: of any number at the same moment no more than `most` are let through.
-- Of a clock that was set back the span ends all the same.
create function gate.count_try(whose bytea, moment timestamptz, span interval, most integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare counted boolean;
begin
  insert into counted_tries as c (key, began_at, tries) values (whose, moment, 1)
  on conflict (key) do update set
    tries = case when moment >= c.began_at - span and moment < c.began_at + span then c.tries + 1 else 1 end,
    began_at = case when moment >= c.began_at - span and moment < c.began_at + span then c.began_at else moment end
  where c.tries < most or moment < c.began_at - span or moment >= c.began_at + span;
  counted := found;
  -- As many as may have come are gone over, so that strangers leave nothing behind for long.
  delete from counted_tries where key in (
    select o.key from counted_tries o where o.began_at < moment - interval '2 days' limit 2 for update skip locked);
  return counted;
end $$;
call guard_function('gate.count_try(bytea, timestamptz, interval, integer)', 'dictara_gate', 'dictara_system');

-- Takes one of the tries of a code; whether there was one, and what to compare with. No row: there is no such sign-up.
create function gate.begin_otp(sign_up uuid, moment timestamptz, most integer)
returns table (code_hash text, may_try boolean, is_too_old boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare tried boolean;
begin
  update sign_ups s set tries = s.tries + 1 where s.id = sign_up and s.tries < most and s.code_expires_at > moment;
  tried := found;
  return query select s.code_hash, tried, s.code_expires_at <= moment from sign_ups s where s.id = sign_up;
end $$;
call guard_function('gate.begin_otp(uuid, timestamptz, integer)', 'dictara_gate');

create function gate.email_of_sign_up(sign_up uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select s.email from sign_ups s where s.id = sign_up $$;
call guard_function('gate.email_of_sign_up(uuid)', 'dictara_gate');

-- Besides for whom a link is, the clinic it belongs to, and whether they have a password: then they are told that it was changed.
drop function gate.find_invitation(bytea, timestamptz);
create function gate.find_invitation(hash bytea, moment timestamptz)
returns table (user_id uuid, clinic_id uuid, email text, first_name text, last_name text, clinic_name text, has_password boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, i.clinic_id, u.email, u.first_name, u.last_name, c.name, u.password_hash is not null from invitations i
  join users u on u.id = i.user_id join clinics c on c.clinic_id = i.clinic_id
  where i.token_hash = hash and i.used_at is null and i.expires_at > moment and u.is_enabled
$$;
call guard_function('gate.find_invitation(bytea, timestamptz)', 'dictara_gate');
