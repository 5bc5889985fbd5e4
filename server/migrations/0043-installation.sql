-- Which installation this database belongs to: a value that only its master key gives. Kept at the first start, compared
-- at every later one before anything is changed (security.md H3). Nobody but the owner reads or writes it.
create table installation (
  is_the_only_one boolean primary key default true check (is_the_only_one),
  key_check bytea not null,
  since timestamptz not null default now()
);

-- A function of the gate finds pg_catalog first and temporary tables last, whatever search path its migration gave it:
-- a temporary table named like one of ours would otherwise be taken for it, with the definer's rights.
create or replace procedure guard_function(name regprocedure, variadic doors text[]) language plpgsql as $$
begin
  execute format('alter function %s owner to dictara_system', name);
  execute format('alter function %s set search_path = pg_catalog, public, pg_temp', name);
  execute format('revoke all on function %s from public', name);
  execute format('grant execute on function %s to %s', name, (select string_agg(quote_ident(door), ', ') from unnest(doors) door));
end $$;

do $$
declare one record;
begin
  for one in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'gate'::regnamespace loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', one.name);
  end loop;
end $$;

-- A session is ended through the gate. Inside a clinic only all of one person's are, by gate.end_sessions_of.
revoke execute on function gate.end_session(uuid, timestamptz, text) from dictara_app;
