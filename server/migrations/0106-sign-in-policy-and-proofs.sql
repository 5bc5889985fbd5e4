-- What a clinic asks of its people besides a password (S32). No row: a second factor is offered.
create table sign_in_policies (
  clinic_id uuid primary key references clinics,
  mode text not null check (mode in ('OFF', 'OFFERED', 'REQUIRED')),
  required_types text[] not null default '{}',
  -- Since when it is required of them: who is signed in already goes on with their work, and is asked at the next sign-in.
  required_since timestamptz,
  version integer not null default 1
);
call guard_table('sign_in_policies');

-- A password of less than 15 characters is good beside a second factor only (Q006).
alter table users add column short_password boolean not null default false;
-- When the person last proved in this session that it is them, by password or factor.
alter table sessions add column proved_at timestamptz;

alter type session_facts add attribute proved_at timestamptz, add attribute must_enrol boolean;

-- As before; besides, when the person last proved themselves, and whether they have to set up a second factor before anything else.
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
      case when mine.all_without_review then 'TRANSCRIPTION_ONLY' else 'TRANSCRIPTION_REVIEWER' end,
      -- of both, since they are the same browser
      greatest(s.proved_at, p.proved_at),
      -- Looked up only where it matters: every call reads this.
      case when u.short_password
          or (r.mode = 'REQUIRED' and u.user_type = any (r.required_types) and least(s.created_at, p.created_at) >= r.required_since)
        then gate.factors_of(u.id) = '{}' else false end
    from sessions s
    join users u on u.id = s.user_id
    left join clinics c on c.clinic_id = u.clinic_id
    left join sign_in_policies r on r.clinic_id = u.clinic_id
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

-- As before; a sign-in is a proof, a one-time key of another application is none.
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
end $$;

-- The person proved in their session that it is them.
create function gate.prove_session(session uuid, moment timestamptz, proved_by text, from_ip text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with proved as (update sessions s set proved_at = moment where s.id = session and s.ended_at is null returning s.*)
  insert into audit_events (clinic_id, event, at, user_id, session_id, ip, detail)
  select p.clinic_id, 'session.proved', moment, p.user_id, p.id, from_ip, jsonb_build_object('by', proved_by) from proved p
$$;
call guard_function('gate.prove_session(uuid, timestamptz, text, text)', 'dictara_gate');

-- The app of a person, to be compared with a code.
create function gate.totp_of(person uuid) returns bytea
language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select t.sealed_secret from totp_factors t where t.user_id = person and t.confirmed_at is not null $$;
call guard_function('gate.totp_of(uuid)', 'dictara_gate');

-- Besides, whether the password may be short, and whether it is.
drop function gate.find_invitation(bytea, timestamptz);
create function gate.find_invitation(hash bytea, moment timestamptz)
returns table (user_id uuid, clinic_id uuid, email text, first_name text, last_name text, clinic_name text, has_password boolean, has_factor boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, i.clinic_id, u.email, u.first_name, u.last_name, c.name, u.password_hash is not null, gate.factors_of(u.id) <> '{}' from invitations i
  join users u on u.id = i.user_id join clinics c on c.clinic_id = i.clinic_id
  where i.token_hash = hash and i.used_at is null and i.expires_at > moment and u.is_enabled
$$;
call guard_function('gate.find_invitation(bytea, timestamptz)', 'dictara_gate');

drop function gate.use_invitation(bytea, timestamptz, text);
create function gate.use_invitation(hash bytea, moment timestamptz, new_password_hash text, is_short boolean) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare person uuid; clinic uuid;
begin
  update invitations i set used_at = moment
  where i.token_hash = hash and i.used_at is null and i.expires_at > moment
    and exists (select from users u where u.id = i.user_id and u.is_enabled)
  returning i.user_id, i.clinic_id into person, clinic;
  if person is null then return null; end if;
  update users set password_hash = new_password_hash, short_password = is_short, version = version + 1 where id = person;
  update invitations set used_at = moment where user_id = person and used_at is null;
  delete from mailbox m using users u where u.id = person and m.clinic_id = clinic and lower(m.recipient) = lower(u.email);
  perform gate.end_sessions_of(person, moment, 'PASSWORD_CHANGED');
  insert into audit_events (clinic_id, event, at, user_id) values (clinic, 'password.set', moment, person);
  return person;
end $$;
call guard_function('gate.use_invitation(bytea, timestamptz, text, boolean)', 'dictara_gate');
