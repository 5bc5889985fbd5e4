-- What a person proves themselves by besides a password (S32): codes of an app, and passkeys; for who lost both, codes of paper.
create table totp_factors (
  clinic_id uuid not null,
  user_id uuid not null,
  -- under the master key, and of this person only
  sealed_secret bytea not null,
  begun_at timestamptz not null,
  -- null: no code of it was seen yet, and nobody is asked for one
  confirmed_at timestamptz,
  -- the newest half minute whose code was taken: neither it nor an earlier one is taken again
  last_step integer not null default 0,
  primary key (clinic_id, user_id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index totp_factors_of_user on totp_factors (user_id);
call guard_table('totp_factors');

create table passkeys (
  clinic_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  -- as the browser names it, base64url
  credential_id text not null,
  public_key bytea not null,
  -- how often the device says that it was used; 0 where it does not count
  sign_count bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (clinic_id, id),
  unique (clinic_id, user_id, credential_id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index passkeys_of_user on passkeys (user_id);
call guard_table('passkeys');

create table recovery_codes (
  clinic_id uuid not null,
  user_id uuid not null,
  -- keyed by the master key: 60 random bits need no slow hash
  code_hash bytea not null,
  used_at timestamptz,
  primary key (clinic_id, user_id, code_hash),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index recovery_codes_of_user on recovery_codes (user_id);
call guard_table('recovery_codes');

-- A sign-in whose password was right, and that waits for the second step.
create table pending_sign_ins (
  handle_hash bytea primary key,
  user_id uuid not null references users,
  -- the browser in which it began, and in which alone it goes on
  cookie_hash bytea not null,
  -- under what wrong tries are counted, as those of the password are
  counted_key bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_age on pending_sign_ins (expires_at);
grant select, insert, update, delete on pending_sign_ins to dictara_system;

-- What a passkey signs: once, for one purpose, and for who asked for it.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('REGISTER', 'SIGN_IN', 'SECOND_STEP', 'CONFIRM')),
  bound_to bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_age on passkey_challenges (expires_at);
grant select, insert, update, delete on passkey_challenges to dictara_system;

-- By what somebody can go on after the password; nothing for who has no second factor.
create function gate.factors_of(person uuid) returns text[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select array_remove(array[
    case when exists (select from totp_factors t where t.user_id = person and t.confirmed_at is not null) then 'TOTP' end,
    case when exists (select from passkeys k where k.user_id = person) then 'PASSKEY' end], null)
$$;
call guard_function('gate.factors_of(uuid)', 'dictara_gate', 'dictara_app', 'dictara_system');

-- As before; besides, by what the person goes on when the password is right.
drop function gate.begin_sign_in(text, bytea, bytea, bytea, timestamptz);
create function gate.begin_sign_in(given_email text, cookie bytea, account_key bytea, device_key bytea, moment timestamptz)
returns table (user_id uuid, password_hash text, is_enabled boolean, counted_key bytea, may_try boolean, is_stopped boolean, blocked_until timestamptz, factors text[])
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  used bytea := account_key;
  tried boolean;
begin
  -- The owner's own device is counted apart, so that strangers cannot lock them out.
  if exists (select from users u join known_devices d on d.user_id = u.id
    where lower(u.email) = lower(given_email) and d.cookie_hash = cookie) then used := device_key; end if;
  tried := gate.count_sign_in(used, moment);
  return query
    select u.id, u.password_hash, coalesce(u.is_enabled, false), used, tried, d.failures >= 100 and not tried, d.blocked_until, gate.factors_of(u.id)
    from sign_in_delays d left join users u on lower(u.email) = lower(given_email) where d.key = used;
end $$;

-- Counts a try before it is made (Q006). @returns whether there was one left.
create function gate.count_sign_in(used bytea, moment timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sign_in_delays as d (key, failures) values (used, 1)
  on conflict (key) do update set
    failures = d.failures + 1,
    blocked_until = case when d.failures + 1 >= 5
      then moment + least(interval '30 seconds' * power(2, least(d.failures - 4, 10)), interval '15 minutes') end
  where d.failures < 100 and (d.blocked_until is null or d.blocked_until <= moment);
  return found;
end $$;
call guard_function('gate.count_sign_in(bytea, timestamptz)', 'dictara_gate');
call guard_function('gate.begin_sign_in(text, bytea, bytea, bytea, timestamptz)', 'dictara_gate');

-- The password was right. Its try is taken back, with the wait that it began, and earlier ones stay counted: who knows the
-- password only does not begin anew with codes by signing in again.
create function gate.await_second_step(hash bytea, person uuid, cookie bytea, used bytea, moment timestamptz, expiry timestamptz, from_ip text)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update sign_in_delays d set failures = d.failures - 1, blocked_until = null where d.key = used and d.failures > 0;
  delete from pending_sign_ins where handle_hash in (
    select o.handle_hash from pending_sign_ins o where o.expires_at < moment - interval '1 hour' limit 5 for update skip locked);
  insert into pending_sign_ins (handle_hash, user_id, cookie_hash, counted_key, expires_at) values (hash, person, cookie, used, expiry);
  insert into audit_events (clinic_id, event, at, user_id, ip) select u.clinic_id, 'session.half-open', moment, person, from_ip from users u where u.id = person;
end $$;
call guard_function('gate.await_second_step(bytea, uuid, bytea, bytea, timestamptz, timestamptz, text)', 'dictara_gate');

-- Takes one of the tries of a sign-in that waits, before the try is made; no row: there is no such one in this browser.
create function gate.begin_second_step(hash bytea, cookie bytea, moment timestamptz, most integer)
returns table (user_id uuid, clinic_id uuid, is_enabled boolean, sealed_secret bytea, may_try boolean, is_stopped boolean, blocked_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  used bytea;
  tried boolean;
begin
  select p.counted_key into used from pending_sign_ins p
  where p.handle_hash = hash and p.cookie_hash = cookie and p.used_at is null and p.expires_at > moment and p.tries < most for update;
  if not found then return; end if;
  tried := gate.count_sign_in(used, moment);
  if tried then update pending_sign_ins set tries = tries + 1 where handle_hash = hash; end if;
  return query
    select u.id, u.clinic_id, u.is_enabled, t.sealed_secret, tried, d.failures >= 100 and not tried, d.blocked_until
    from pending_sign_ins p join users u on u.id = p.user_id join sign_in_delays d on d.key = used
    left join totp_factors t on t.user_id = u.id and t.confirmed_at is not null
    where p.handle_hash = hash;
end $$;
call guard_function('gate.begin_second_step(bytea, bytea, timestamptz, integer)', 'dictara_gate');

-- Who waits in this browser under a handle; counts nothing.
create function gate.find_second_step(hash bytea, cookie bytea, moment timestamptz) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.user_id from pending_sign_ins p
  where p.handle_hash = hash and p.cookie_hash = cookie and p.used_at is null and p.expires_at > moment
$$;
call guard_function('gate.find_second_step(bytea, bytea, timestamptz)', 'dictara_gate');

-- Uses a proof up that was found right; false: somebody was quicker, or it is gone. A code of an app and one of paper are good
-- once; a device that counts never goes back.
create function gate.use_factor(person uuid, moment timestamptz, way text, step integer, code bytea, passkey uuid, signs bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if way = 'TOTP' then
    update totp_factors t set last_step = step where t.user_id = person and t.confirmed_at is not null and t.last_step < step;
  elsif way = 'RECOVERY' then
    update recovery_codes c set used_at = moment where c.user_id = person and c.code_hash = code and c.used_at is null;
  else
    update passkeys k set sign_count = signs, last_used_at = moment
    where k.user_id = person and k.id = passkey and (k.sign_count < signs or (k.sign_count = 0 and signs = 0));
  end if;
  return found;
end $$;
call guard_function('gate.use_factor(uuid, timestamptz, text, integer, bytea, uuid, bigint)', 'dictara_gate');

-- As before; besides, by what the person proved themselves.
drop function gate.open_session(uuid, uuid, uuid, bytea, timestamptz, text, text, bytea[]);
create function gate.open_session(
  session uuid, person uuid, parent uuid, cookie bytea, moment timestamptz, from_ip text, agent text, cleared_keys bytea[], proved_by text[]
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare clinic uuid;
begin
  select clinic_id into clinic from users where id = person and is_enabled;
  if not found then raise exception 'user % is not enabled', person; end if;
  insert into sessions (id, clinic_id, user_id, parent_id, cookie_hash, created_at, last_activity_at, ip, user_agent)
  values (session, clinic, person, parent, cookie, moment, moment, from_ip, agent);
  update users set last_login_at = moment where id = person;
  insert into known_devices values (person, cookie, moment) on conflict (user_id, cookie_hash) do update set last_used_at = moment;
  delete from sign_in_delays where key = any (cleared_keys);
  insert into audit_events (clinic_id, event, at, user_id, session_id, ip, detail)
  values (clinic, 'session.opened', moment, person, session, from_ip, jsonb_build_object('by', proved_by));
end $$;
call guard_function('gate.open_session(uuid, uuid, uuid, bytea, timestamptz, text, text, bytea[], text[])', 'dictara_gate');

-- Ends the wait: the proof is used up, the handle too, and the session is open, all of it or nothing. 'USED': the proof was
-- good once before; 'OVER': another one was quicker with the handle.
create function gate.finish_second_step(
  hash bytea, moment timestamptz, session uuid, from_ip text, agent text,
  way text, step integer, code bytea, passkey uuid, signs bigint
) returns text language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare waiting pending_sign_ins;
begin
  select * into waiting from pending_sign_ins p where p.handle_hash = hash and p.used_at is null and p.expires_at > moment for update;
  if not found then return 'OVER'; end if;
  if not gate.use_factor(waiting.user_id, moment, way, step, code, passkey, signs) then return 'USED'; end if;
  update pending_sign_ins set used_at = moment where handle_hash = hash;
  perform gate.open_session(session, waiting.user_id, null, waiting.cookie_hash, moment, from_ip, agent, array[waiting.counted_key], array['PASSWORD', way]);
  return 'DONE';
end $$;
call guard_function('gate.finish_second_step(bytea, timestamptz, uuid, text, text, text, integer, bytea, uuid, bigint)', 'dictara_gate');

-- The passkeys of a person, to be compared with what a device signed.
create function gate.passkeys_of(person uuid)
returns table (id uuid, credential_id text, public_key bytea, sign_count bigint, transports text[], clinic_id uuid, is_enabled boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.id, k.credential_id, k.public_key, k.sign_count, k.transports, u.clinic_id, u.is_enabled
  from passkeys k join users u on u.id = k.user_id where k.user_id = person order by k.created_at, k.id
$$;
call guard_function('gate.passkeys_of(uuid)', 'dictara_gate');

create function gate.keep_challenge(hash bytea, what text, owner bytea, moment timestamptz, expiry timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from passkey_challenges where challenge_hash in (
    select o.challenge_hash from passkey_challenges o where o.expires_at < moment limit 5 for update skip locked);
  insert into passkey_challenges (challenge_hash, purpose, bound_to, expires_at) values (hash, what, owner, expiry);
$$;
call guard_function('gate.keep_challenge(bytea, text, bytea, timestamptz, timestamptz)', 'dictara_gate');

-- One winner; asked with another purpose or by another browser it is used up all the same.
create function gate.take_challenge(hash bytea, what text, owner bytea, moment timestamptz) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (delete from passkey_challenges where challenge_hash = hash returning *)
  select exists (select from taken t where t.purpose = what and t.bound_to = owner and t.expires_at > moment)
$$;
call guard_function('gate.take_challenge(bytea, text, bytea, timestamptz)', 'dictara_gate');

-- A new password, a disabled person, a factor taken away: what waits for its second step is over too.
create or replace function gate.end_sessions_of(person uuid, moment timestamptz, reason text) returns setof uuid
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from pending_sign_ins p using users u
  where p.user_id = person and u.id = person and (current_clinic() is null or u.clinic_id = current_clinic());
  select gate.end_session(s.id, moment, reason) from sessions s
  where s.user_id = person and s.ended_at is null
    and (current_clinic() is null or s.clinic_id = current_clinic())
$$;
