-- Whether what a password was compared with is still the person's, and they are enabled: comparing takes a while, and whoever
-- changes the password or disables them meanwhile ends the sessions that there are (S25, S26, Q013).
create function gate.is_sign_in_of(person uuid, seen_hash text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select exists (select from users u where u.id = person and u.is_enabled and u.password_hash = seen_hash) $$;
call guard_function('gate.is_sign_in_of(uuid, text)', 'dictara_gate');
