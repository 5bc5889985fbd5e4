-- Who comes back from the recorder works in a child session: signing out there, or idling, ends its parent as well, and
-- with it everything that this sign-in opened. Other ends stay with the session and its children.
create or replace function gate.end_session(session uuid, moment timestamptz, reason text) returns setof uuid
language plpgsql security definer set search_path = public as $$
declare
  first uuid := session;
begin
  if reason in ('SIGNED_OUT', 'IDLE') then
    select coalesce(s.parent_id, s.id) into first from sessions s where s.id = session;
  end if;
  return query
    with ended as (
      update sessions s set ended_at = moment, end_reason = reason
      where (s.id = first or s.parent_id = first) and s.ended_at is null
      returning s.*
    ), noted as (
      insert into audit_events (clinic_id, event, at, user_id, session_id, detail)
      select e.clinic_id, 'session.ended', moment, e.user_id, e.id, jsonb_build_object('reason', reason) from ended e
    )
    select e.id from ended e cross join lateral pg_notify('dictara_live', json_build_object('kind', 'session-ended', 'sessionId', e.id)::text);
end $$;
