-- Calls of this minute by whom they are counted for, e.g. an address: true over several copies of the server, which take them
-- in small shares. What a crash of PostgreSQL empties is no loss.
create unlogged table counted_calls (
  key text primary key,
  began_at timestamptz not null,
  calls integer not null
);
create index counted_calls_began on counted_calls (began_at);
grant select, insert, update, delete on counted_calls to dictara_system;

-- Takes as many of the wanted calls as the minute still has. Of a clock that was set back the minute ends all the same.
create function gate.take_calls(whose text, moment timestamptz, wanted integer, most integer)
returns table (granted integer, ends_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
    insert into counted_calls as c (key, began_at, calls) values (whose, moment, wanted)
    on conflict (key) do update set
      calls = case when moment between c.began_at - interval '1 minute' and c.began_at + interval '1 minute'
        then least(c.calls, most) + wanted else wanted end,
      began_at = case when moment between c.began_at - interval '1 minute' and c.began_at + interval '1 minute'
        then c.began_at else moment end
    returning greatest(0, least(wanted, most - (c.calls - wanted))), c.began_at + interval '1 minute';
  -- As many as may have come are gone over, so that strangers leave nothing behind for long.
  delete from counted_calls where key in (
    select o.key from counted_calls o where o.began_at < moment - interval '2 minutes' limit 2 for update skip locked);
end $$;
call guard_function('gate.take_calls(text, timestamptz, integer, integer)', 'dictara_gate');
