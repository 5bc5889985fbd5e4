-- A guess is counted before it is tried, and taken back when it was right: of any number that come at the same moment
-- no more are tried than one after the other. From the fifth failure on there is a wait of 30 s, doubling to 15 minutes,
-- and after a hundred an end until a new password is set (Q006, security.md S22). An email that nobody has is counted and
-- looked up like any other.
create function gate.begin_sign_in(given_email text, cookie bytea, account_key bytea, device_key bytea, moment timestamptz)
returns table (user_id uuid, password_hash text, is_enabled boolean, counted_key bytea, may_try boolean, is_stopped boolean, blocked_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  used bytea := account_key;
  tried boolean;
begin
  -- The owner's own device is counted apart, so that strangers cannot lock them out.
  if exists (select from users u join known_devices d on d.user_id = u.id
    where lower(u.email) = lower(given_email) and d.cookie_hash = cookie) then used := device_key; end if;
  insert into sign_in_delays as d (key, failures) values (used, 1)
  on conflict (key) do update set
    failures = d.failures + 1,
    blocked_until = case when d.failures + 1 >= 5
      then moment + least(interval '30 seconds' * power(2, least(d.failures - 4, 10)), interval '15 minutes') end
  where d.failures < 100 and (d.blocked_until is null or d.blocked_until <= moment);
  tried := found;
  return query
    select u.id, u.password_hash, coalesce(u.is_enabled, false), used, tried, d.failures >= 100 and not tried, d.blocked_until
    from sign_in_delays d left join users u on lower(u.email) = lower(given_email) where d.key = used;
end $$;
call guard_function('gate.begin_sign_in(text, bytea, bytea, bytea, timestamptz)', 'dictara_gate');

-- For a try that was counted and could not be made.
create function gate.take_back_sign_in(given_key bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sign_in_delays d set failures = d.failures - 1, blocked_until = case when d.failures > 5 then d.blocked_until end
  where d.key = given_key and d.failures > 0
$$;
call guard_function('gate.take_back_sign_in(bytea)', 'dictara_gate');

-- A new password is a new beginning.
create function gate.forget_failed_sign_ins(keys bytea[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ delete from sign_in_delays where key = any (keys) $$;
call guard_function('gate.forget_failed_sign_ins(bytea[])', 'dictara_gate', 'dictara_system');

-- An email that nobody has leaves its row in the audit too, so that it takes no less work.
create or replace function gate.record_failed_sign_in(session uuid, person uuid, cookie bytea, moment timestamptz, from_ip text, agent text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare clinic uuid := (select clinic_id from users where id = person);
begin
  if person is not null then
    insert into sessions (id, clinic_id, user_id, cookie_hash, created_at, last_activity_at, ended_at, end_reason, ip, user_agent, logging_status)
    values (session, clinic, person, cookie, moment, moment, moment, 'FAILED', from_ip, agent, 'FAILED');
  end if;
  insert into audit_events (clinic_id, event, at, user_id, session_id, ip)
  values (clinic, 'session.refused', moment, person, case when person is not null then session end, from_ip);
end $$;

-- A one-time key is for the application that it was made for, and used up only in the browser whose cookie fits; nobody
-- else can spend it (Q166). Two at the same moment: the update takes it once.
alter table handoff_keys add column audience text check (audience in ('web', 'recorder'));

create function gate.issue_handoff_key(hash bytea, session uuid, expiry timestamptz, for_application text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into handoff_keys (key_hash, clinic_id, session_id, expires_at, audience)
  select hash, s.clinic_id, coalesce(s.parent_id, s.id), expiry, for_application from sessions s where s.id = session and s.ended_at is null
$$;
call guard_function('gate.issue_handoff_key(bytea, uuid, timestamptz, text)', 'dictara_gate');

create function gate.redeem_handoff_key(hash bytea, moment timestamptz, cookie bytea, application text)
returns table (session_id uuid, user_id uuid, cookie_hash bytea)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update handoff_keys k set used_at = moment from sessions s
  where k.key_hash = hash and k.used_at is null and k.expires_at > moment
    and (k.audience is null or k.audience = application)
    and s.id = k.session_id and s.cookie_hash = cookie and s.ended_at is null
    and s.last_activity_at > moment - interval '15 minutes' and s.created_at > moment - interval '12 hours'
  returning s.id, s.user_id, s.cookie_hash
$$;
call guard_function('gate.redeem_handoff_key(bytea, timestamptz, bytea, text)', 'dictara_gate');

-- As before, but a child session is as old as its parent: the twelve hours do not begin anew on the way to the recorder
-- and back (Q014).
create or replace function gate.read_sessions(asked uuid[]) returns setof session_facts
language plpgsql stable security definer rows 5 set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select s.id, u.id, u.clinic_id, c.name, coalesce(c.demo, false), s.parent_id, s.cookie_hash,
      least(s.created_at, p.created_at),
      -- either of parent and child in use keeps both alive
      greatest(s.last_activity_at, p.last_activity_at),
      coalesce(s.ended_at, p.ended_at),
      u.email, u.first_name, u.last_name, u.full_name, u.user_type, u.user_privilege, u.is_enabled,
      u.super_admin, u.facility_access, u.self_review_enabled, u.profile_pic,
      mine.ids, coalesce(ours.configured, false), coalesce(ours.hl7, false),
      case when mine.all_without_review then 'TRANSCRIPTION_ONLY' else 'TRANSCRIPTION_REVIEWER' end
    from sessions s
    join users u on u.id = s.user_id
    left join clinics c on c.clinic_id = u.clinic_id
    left join sessions p on p.id = s.parent_id
    cross join lateral (
      select coalesce(array_agg(l.facility_id), '{}') as ids,
        coalesce(bool_and(f.transcription_flow = 'TRANSCRIPTION_ONLY') filter (where f.is_enabled), false) as all_without_review
      from facility_users l join facilities f on f.clinic_id = l.clinic_id and f.id = l.facility_id
      where l.clinic_id = u.clinic_id and l.user_id = u.id
    ) mine
    cross join lateral (
      select bool_or(f.ehr_type is not null) as configured, bool_or(f.hl7_integration) as hl7
      from facilities f where f.clinic_id = u.clinic_id and f.is_enabled
    ) ours
    where s.id = any (asked);
end $$;
