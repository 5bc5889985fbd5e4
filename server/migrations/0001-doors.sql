-- The three doors to the database (architecture.md section 3), each with its own role. The roles own nothing.
-- Passwords are set by the migrator from the installation's master key.
do $$
begin
  if not exists (select from pg_roles where rolname = 'dictara_app') then create role dictara_app login noinherit; end if;
  if not exists (select from pg_roles where rolname = 'dictara_gate') then create role dictara_gate login noinherit; end if;
  if not exists (select from pg_roles where rolname = 'dictara_system') then create role dictara_system login noinherit; end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster migrates at the same moment
end $$;

create schema gate;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

grant usage on schema public to dictara_app, dictara_system;
grant usage on schema gate to dictara_gate, dictara_app, dictara_system;
alter default privileges in schema gate revoke execute on functions from public;

-- The clinic of the transaction. Unset or empty: null, so that every policy fails closed.
create function current_clinic() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('dictara.clinic', true), '')::uuid $$;

-- Puts a tenant table behind the two locks: row-level security forced, the clinic's rows for the app, all for the system.
create procedure guard_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy of_the_clinic on %s to dictara_app using (clinic_id = (select current_clinic())) with check (clinic_id = (select current_clinic()))', name);
  execute format('create policy of_the_system on %s to dictara_system using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %s to dictara_app, dictara_system', name);
end $$;

-- A function of the gate: runs with the rights of the system role, callable by the named doors only.
create procedure guard_function(name regprocedure, variadic doors text[]) language plpgsql as $$
begin
  execute format('alter function %s owner to dictara_system', name);
  execute format('revoke all on function %s from public', name);
  execute format('grant execute on function %s to %s', name, (select string_agg(quote_ident(door), ', ') from unnest(doors) door));
end $$;
