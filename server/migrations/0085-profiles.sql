-- What people tell of themselves, and their photo. A photo has an id of its own: its address says which one it is, and is never
-- asked for twice.
alter table users drop column profile_pic;
alter table users
  add column address jsonb check (jsonb_typeof(address) = 'object'),
  add column photo_blob_id uuid;
-- Its address, made of what stands beside it: the two cannot differ.
alter table users
  add column profile_pic text generated always as ('/api/clinic/user/' || id::text || '/photo/' || photo_blob_id::text) stored;
create index users_photo_blob on users (photo_blob_id) where photo_blob_id is not null;

-- A browser asks for a picture with its cookie and no bearer.
create index sessions_of_browser on sessions (cookie_hash) where ended_at is null;

-- Whether a photo is the one that a person has now, and somebody of their clinic works in this browser.
create function gate.may_see_photo(person uuid, photo uuid, cookie bytea, moment timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from users p
    join sessions s on s.cookie_hash = cookie and s.ended_at is null and s.clinic_id = p.clinic_id
      and s.last_activity_at > moment - interval '15 minutes' and s.created_at > moment - interval '12 hours'
    join users u on u.id = s.user_id and u.is_enabled
    where p.id = person and p.photo_blob_id = photo)
$$;
call guard_function('gate.may_see_photo(uuid, uuid, bytea, timestamptz)', 'dictara_gate');
