create table sessions (
  id uuid primary key,
  clinic_id uuid references clinics,
  user_id uuid not null references users,
  -- a child session, made by an encrypted key, ends with its parent (Q166)
  parent_id uuid references sessions,
  cookie_hash bytea not null,
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text,
  user_agent text,
  logging_status text not null default 'SUCCESS' check (logging_status in ('SUCCESS', 'FAILED'))
);
create index sessions_of_user on sessions (user_id, created_at desc);
create index sessions_of_parent on sessions (parent_id) where parent_id is not null;
create index sessions_of_clinic on sessions (clinic_id, created_at desc);
call guard_table('sessions');

create table handoff_keys (
  key_hash bytea primary key,
  clinic_id uuid references clinics,
  session_id uuid not null references sessions,
  expires_at timestamptz not null,
  used_at timestamptz
);
call guard_table('handoff_keys');

-- Failed sign-ins by account, or by account and known device, so that an attacker cannot lock the owner out (Q006).
create table sign_in_delays (
  key bytea primary key,
  failures integer not null,
  blocked_until timestamptz
);
create table known_devices (
  user_id uuid not null references users,
  cookie_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, cookie_hash)
);
grant select, insert, update, delete on sign_in_delays, known_devices to dictara_system;

create type session_facts as (
  id uuid, user_id uuid, clinic_id uuid, clinic_name text, demo boolean, parent_id uuid, cookie_hash bytea,
  created_at timestamptz, last_activity_at timestamptz, ended_at timestamptz,
  email text, first_name text, last_name text, full_name text, user_type text, user_privilege text, is_enabled boolean,
  super_admin boolean, facility_access boolean, self_review_enabled boolean, profile_pic text,
  facility_ids uuid[], clinic_configured boolean, hl7_integration boolean, transcription_flow text
);

-- What every call reads (Q014): the session, its person as they are now, their facilities.
-- When a person caused the call, the idle clock moves, at most every 15 s; a child moves its parent's clock too.
create function gate.check_session(session uuid, moment timestamptz, by_person boolean) returns setof session_facts
language plpgsql security definer set search_path = public as $$
begin
  if by_person then
    update sessions s set last_activity_at = moment
    where (s.id = session or s.id = (select c.parent_id from sessions c where c.id = session))
      and s.ended_at is null
      and s.last_activity_at < moment - interval '15 seconds'
      and s.last_activity_at > moment - interval '15 minutes';
  end if;
  return query
    select s.id, u.id, u.clinic_id, c.name, coalesce(c.demo, false), s.parent_id, s.cookie_hash,
      s.created_at,
      -- either of parent and child in use keeps both alive
      greatest(s.last_activity_at, p.last_activity_at),
      coalesce(s.ended_at, p.ended_at),
      u.email, u.first_name, u.last_name, u.full_name, u.user_type, u.user_privilege, u.is_enabled,
      u.super_admin, u.facility_access, u.self_review_enabled, u.profile_pic,
      coalesce((select array_agg(f.facility_id) from facility_users f where f.clinic_id = u.clinic_id and f.user_id = u.id), '{}'),
      exists (select from facilities f where f.clinic_id = u.clinic_id and f.is_enabled and f.ehr_type is not null),
      exists (select from facilities f where f.clinic_id = u.clinic_id and f.is_enabled and f.hl7_integration),
      case when exists (
        select from facilities f join facility_users l on l.clinic_id = f.clinic_id and l.facility_id = f.id
        where l.clinic_id = u.clinic_id and l.user_id = u.id and f.is_enabled
      ) and not exists (
        select from facilities f join facility_users l on l.clinic_id = f.clinic_id and l.facility_id = f.id
        where l.clinic_id = u.clinic_id and l.user_id = u.id and f.is_enabled and f.transcription_flow <> 'TRANSCRIPTION_ONLY'
      ) then 'TRANSCRIPTION_ONLY' else 'TRANSCRIPTION_REVIEWER' end
    from sessions s
    join users u on u.id = s.user_id
    left join clinics c on c.clinic_id = u.clinic_id
    left join sessions p on p.id = s.parent_id
    where s.id = session;
end $$;
call guard_function('gate.check_session(uuid, timestamptz, boolean)', 'dictara_gate');

create function gate.find_sign_in(given_email text) returns table (user_id uuid, clinic_id uuid, password_hash text, is_enabled boolean)
language sql stable security definer set search_path = public as
$$ select id, clinic_id, password_hash, is_enabled from users where lower(email) = lower(given_email) $$;
call guard_function('gate.find_sign_in(text)', 'dictara_gate');

create function gate.sign_in_delay(given_key bytea) returns timestamptz
language sql stable security definer set search_path = public as
$$ select blocked_until from sign_in_delays where key = given_key $$;
call guard_function('gate.sign_in_delay(bytea)', 'dictara_gate');

-- From the fifth failure on: 30 s, doubling to 15 minutes (Q006).
create function gate.note_failed_sign_in(given_key bytea, moment timestamptz) returns void
language sql security definer set search_path = public as $$
  insert into sign_in_delays as d (key, failures) values (given_key, 1)
  on conflict (key) do update set
    failures = d.failures + 1,
    blocked_until = case when d.failures + 1 >= 5
      then moment + least(interval '30 seconds' * power(2, least(d.failures - 4, 10)), interval '15 minutes') end
$$;
call guard_function('gate.note_failed_sign_in(bytea, timestamptz)', 'dictara_gate');

create function gate.is_known_device(person uuid, cookie bytea) returns boolean
language sql stable security definer set search_path = public as
$$ select exists (select from known_devices where user_id = person and cookie_hash = cookie) $$;
call guard_function('gate.is_known_device(uuid, bytea)', 'dictara_gate');

-- A password proves the person; a child session (parent given) is proved by its key.
create function gate.open_session(
  session uuid, person uuid, parent uuid, cookie bytea, moment timestamptz, from_ip text, agent text, cleared_keys bytea[]
) returns void language plpgsql security definer set search_path = public as $$
declare clinic uuid;
begin
  select clinic_id into clinic from users where id = person and is_enabled;
  if not found then raise exception 'user % is not enabled', person; end if;
  insert into sessions (id, clinic_id, user_id, parent_id, cookie_hash, created_at, last_activity_at, ip, user_agent)
  values (session, clinic, person, parent, cookie, moment, moment, from_ip, agent);
  update users set last_login_at = moment where id = person;
  insert into known_devices values (person, cookie, moment) on conflict (user_id, cookie_hash) do update set last_used_at = moment;
  delete from sign_in_delays where key = any (cleared_keys);
  insert into audit_events (clinic_id, event, at, user_id, session_id, ip) values (clinic, 'session.opened', moment, person, session, from_ip);
end $$;
call guard_function('gate.open_session(uuid, uuid, uuid, bytea, timestamptz, text, text, bytea[])', 'dictara_gate');

create function gate.record_failed_sign_in(session uuid, person uuid, cookie bytea, moment timestamptz, from_ip text, agent text) returns void
language plpgsql security definer set search_path = public as $$
declare clinic uuid := (select clinic_id from users where id = person);
begin
  insert into sessions (id, clinic_id, user_id, cookie_hash, created_at, last_activity_at, ended_at, end_reason, ip, user_agent, logging_status)
  values (session, clinic, person, cookie, moment, moment, moment, 'FAILED', from_ip, agent, 'FAILED');
  insert into audit_events (clinic_id, event, at, user_id, session_id, ip) values (clinic, 'session.refused', moment, person, session, from_ip);
end $$;
call guard_function('gate.record_failed_sign_in(uuid, uuid, bytea, timestamptz, text, text)', 'dictara_gate');

-- Ends a session and its children; answers the ids that were open, so that their live channels are closed.
create function gate.end_session(session uuid, moment timestamptz, reason text) returns setof uuid
language plpgsql security definer set search_path = public as $$
begin
  return query
    with ended as (
      update sessions s set ended_at = moment, end_reason = reason
      where (s.id = session or s.parent_id = session) and s.ended_at is null
      returning s.*
    ), noted as (
      insert into audit_events (clinic_id, event, at, user_id, session_id, detail)
      select e.clinic_id, 'session.ended', moment, e.user_id, e.id, jsonb_build_object('reason', reason) from ended e
    )
    select e.id from ended e cross join lateral pg_notify('dictara_live', json_build_object('kind', 'session-ended', 'sessionId', e.id)::text);
end $$;
call guard_function('gate.end_session(uuid, timestamptz, text)', 'dictara_gate', 'dictara_app');

create function gate.end_sessions_of(person uuid, moment timestamptz, reason text) returns setof uuid
language sql security definer set search_path = public as $$
  select gate.end_session(s.id, moment, reason) from sessions s
  where s.user_id = person and s.ended_at is null
    and (current_clinic() is null or s.clinic_id = current_clinic())
$$;
call guard_function('gate.end_sessions_of(uuid, timestamptz, text)', 'dictara_gate', 'dictara_app');

create function gate.issue_handoff_key(hash bytea, session uuid, expiry timestamptz) returns void
language sql security definer set search_path = public as $$
  insert into handoff_keys (key_hash, clinic_id, session_id, expires_at)
  select hash, s.clinic_id, coalesce(s.parent_id, s.id), expiry from sessions s where s.id = session and s.ended_at is null
$$;
call guard_function('gate.issue_handoff_key(bytea, uuid, timestamptz)', 'dictara_gate');

-- One winner: the update takes the key, and nobody takes it twice.
create function gate.redeem_handoff_key(hash bytea, moment timestamptz) returns table (session_id uuid, user_id uuid, cookie_hash bytea)
language sql security definer set search_path = public as $$
  with taken as (
    update handoff_keys k set used_at = moment
    where k.key_hash = hash and k.used_at is null and k.expires_at > moment returning k.session_id
  )
  select s.id, s.user_id, s.cookie_hash from taken t join sessions s on s.id = t.session_id
  where s.ended_at is null and s.last_activity_at > moment - interval '15 minutes'
$$;
call guard_function('gate.redeem_handoff_key(bytea, timestamptz)', 'dictara_gate');

create function gate.find_invitation(hash bytea, moment timestamptz) returns table (user_id uuid, email text, first_name text, last_name text, clinic_name text)
language sql stable security definer set search_path = public as $$
  select u.id, u.email, u.first_name, u.last_name, c.name from invitations i
  join users u on u.id = i.user_id join clinics c on c.clinic_id = i.clinic_id
  where i.token_hash = hash and i.used_at is null and i.expires_at > moment and u.is_enabled
$$;
call guard_function('gate.find_invitation(bytea, timestamptz)', 'dictara_gate');

-- One winner; answers the person, or nothing when the link was used or is late.
create function gate.use_invitation(hash bytea, moment timestamptz, new_password_hash text) returns uuid
language plpgsql security definer set search_path = public as $$
declare person uuid; clinic uuid;
begin
  update invitations i set used_at = moment
  where i.token_hash = hash and i.used_at is null and i.expires_at > moment
    and exists (select from users u where u.id = i.user_id and u.is_enabled)
  returning i.user_id, i.clinic_id into person, clinic;
  if person is null then return null; end if;
  update users set password_hash = new_password_hash, version = version + 1 where id = person;
  update invitations set used_at = moment where user_id = person and used_at is null;
  perform gate.end_sessions_of(person, moment, 'PASSWORD_CHANGED');
  insert into audit_events (clinic_id, event, at, user_id) values (clinic, 'password.set', moment, person);
  return person;
end $$;
call guard_function('gate.use_invitation(bytea, timestamptz, text)', 'dictara_gate');

create function gate.rehash_password(person uuid, new_password_hash text) returns void
language sql security definer set search_path = public as
$$ update users set password_hash = new_password_hash where id = person $$;
call guard_function('gate.rehash_password(uuid, text)', 'dictara_gate');

create function gate.sealed_draft_key(person uuid, fresh bytea) returns bytea
language sql security definer set search_path = public as $$
  update users set sealed_draft_key = coalesce(sealed_draft_key, fresh) where id = person returning sealed_draft_key
$$;
call guard_function('gate.sealed_draft_key(uuid, bytea)', 'dictara_gate');

create function gate.email_is_taken(given_email text, but_for uuid) returns boolean
language sql stable security definer set search_path = public as
$$ select exists (select from users where lower(email) = lower(given_email) and id is distinct from but_for) $$;
call guard_function('gate.email_is_taken(text, uuid)', 'dictara_gate', 'dictara_app');

create function gate.record_audit(event text, moment timestamptz, person uuid, session uuid, from_ip text) returns void
language sql security definer set search_path = public as $$
  insert into audit_events (clinic_id, event, at, user_id, session_id, ip)
  select u.clinic_id, event, moment, person, session, from_ip from users u where u.id = person
$$;
call guard_function('gate.record_audit(text, timestamptz, uuid, uuid, text)', 'dictara_gate');
