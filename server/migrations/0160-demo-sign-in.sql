-- Whom one may look around as without a password (Q212): people of the program's own demo, in the first of its clinics. Who runs the
-- installation is not among them, nor who has set up a second factor.
create function gate.list_demo_people(own_domain text)
returns table (id uuid, full_name text, user_type text, user_privilege text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.full_name, u.user_type, u.user_privilege from users u
  where u.clinic_id = (select c.clinic_id from clinics c where c.demo order by c.clinic_id limit 1)
    and u.is_enabled and not u.super_admin and right(u.email, length(own_domain)) = own_domain and gate.factors_of(u.id) = '{}'
  order by u.id
$$;
call guard_function('gate.list_demo_people(text)', 'dictara_gate');
