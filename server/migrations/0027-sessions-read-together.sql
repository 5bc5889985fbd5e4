-- A packet to the database costs more than reading a session: calls that come together have theirs read together.
-- What every call reads (Q014): the session, its person as they are now, their facilities.
create function gate.read_sessions(asked uuid[]) returns setof session_facts
-- Planned once: for an array PostgreSQL would plan each time anew, at thrice the price of the reading.
language plpgsql stable security definer rows 5 set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select s.id, u.id, u.clinic_id, c.name, coalesce(c.demo, false), s.parent_id, s.cookie_hash,
      s.created_at,
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
call guard_function('gate.read_sessions(uuid[])', 'dictara_gate');

-- A person's doing moves the idle clock, at most every 15 s; a child moves its parent's clock too.
create function gate.touch_session(session uuid, moment timestamptz) returns void
language sql security definer set search_path = public as $$
  update sessions s set last_activity_at = moment
  where (s.id = session or s.id = (select c.parent_id from sessions c where c.id = session))
    and s.ended_at is null
    and s.last_activity_at < moment - interval '15 seconds'
    and s.last_activity_at > moment - interval '15 minutes'
$$;
call guard_function('gate.touch_session(uuid, timestamptz)', 'dictara_gate');

drop function gate.check_session(uuid, timestamptz, boolean);
