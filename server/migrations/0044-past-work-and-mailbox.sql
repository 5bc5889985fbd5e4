-- Who handed a job on may look at it for thirty days more (Q199).
create index job_stints_handed_on on job_stints (clinic_id, user_id, ended_at desc) where action in ('Completed', 'Approved', 'Rejected');

-- A mail that is kept carries a one-time link: sealed under the master key, and gone when the link is used (security.md M11).
-- Older rows stand as they were until they are as old as their links.
alter table mailbox add column sealed bytea;
alter table mailbox alter column body drop not null;
create index mailbox_by_age on mailbox (clinic_id, sent_at);

create or replace function gate.use_invitation(hash bytea, moment timestamptz, new_password_hash text) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare person uuid; clinic uuid;
begin
  update invitations i set used_at = moment
  where i.token_hash = hash and i.used_at is null and i.expires_at > moment
    and exists (select from users u where u.id = i.user_id and u.is_enabled)
  returning i.user_id, i.clinic_id into person, clinic;
  if person is null then return null; end if;
  update users set password_hash = new_password_hash, version = version + 1 where id = person;
  update invitations set used_at = moment where user_id = person and used_at is null;
  delete from mailbox m using users u where u.id = person and m.clinic_id = clinic and lower(m.recipient) = lower(u.email);
  perform gate.end_sessions_of(person, moment, 'PASSWORD_CHANGED');
  insert into audit_events (clinic_id, event, at, user_id) values (clinic, 'password.set', moment, person);
  return person;
end $$;
