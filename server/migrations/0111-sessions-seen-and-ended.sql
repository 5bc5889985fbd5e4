-- Who signs in once more than they may (S30) ends the session that was idle longest. The new one stays: others may have been used
-- while its password was looked at. Two sign-ins of one person wait for each other, since opening a session writes to the person.
create function gate.end_surplus_sessions(newest uuid, moment timestamptz, most integer) returns setof uuid
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select gate.end_session(s.id, moment, 'TOO_MANY') from (
    select o.id from sessions n join sessions o on o.user_id = n.user_id
    where n.id = newest and n.parent_id is null and o.id <> n.id and o.parent_id is null and o.ended_at is null
      and o.last_activity_at > moment - interval '15 minutes' and o.created_at > moment - interval '12 hours'
    order by o.last_activity_at desc, o.created_at desc, o.id desc
    offset most - 1
  ) s
$$;
call guard_function('gate.end_surplus_sessions(uuid, timestamptz, integer)', 'dictara_gate');

-- As before; besides, one that is too many ends. However somebody signs in, it is opened here.
create or replace function gate.open_session(
  session uuid, person uuid, parent uuid, cookie bytea, moment timestamptz, from_ip text, agent text, cleared_keys bytea[], proved_by text[]
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare clinic uuid;
begin
  select clinic_id into clinic from users where id = person and is_enabled;
  if not found then raise exception 'user % is not enabled', person; end if;
  insert into sessions (id, clinic_id, user_id, parent_id, cookie_hash, created_at, last_activity_at, ip, user_agent, proved_at)
  values (session, clinic, person, parent, cookie, moment, moment, from_ip, agent, case when parent is null then moment end);
  update users set last_login_at = moment where id = person;
  insert into known_devices values (person, cookie, moment) on conflict (user_id, cookie_hash) do update set last_used_at = moment;
  delete from sign_in_delays where key = any (cleared_keys);
  insert into audit_events (clinic_id, event, at, user_id, session_id, ip, detail)
  values (clinic, 'session.opened', moment, person, session, from_ip, jsonb_build_object('by', proved_by));
  perform gate.end_surplus_sessions(session, moment, 10);
end $$;

-- Ends one session of a person of the clinic, or all but one, each with what it opened; answers those that were open.
create function gate.end_sessions_seen(person uuid, only_this uuid, but_this uuid, moment timestamptz, reason text) returns setof uuid
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id from sessions s cross join lateral gate.end_session(s.id, moment, reason) as ended (id)
  where s.user_id = person and s.clinic_id = current_clinic() and s.parent_id is null and s.ended_at is null
    and (only_this is null or s.id = only_this) and (but_this is null or s.id <> but_this)
    and ended.id = s.id
$$;
call guard_function('gate.end_sessions_seen(uuid, uuid, uuid, timestamptz, text)', 'dictara_app');
