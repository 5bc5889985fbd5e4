-- A search in a collection reads what was made ready when the item was written: lower case, without accents. Made anew of every row
-- at every search it cost more than all else of the page.

-- Immutable as long as the dictionary of unaccent is, which comes with PostgreSQL; every name with its schema, for a restored database.
create function searched_text(given text) returns text language sql immutable parallel safe as $$
  select public.unaccent('public.unaccent'::regdictionary, lower(given))
$$;

alter table phrases add column searched text not null generated always as (searched_text(key || ' ' || plain)) stored;
alter table section_templates add column searched text not null generated always as (searched_text(name)) stored;
alter table dictionary_phrases add column searched text not null generated always as (searched_text(key || ' ' || plain)) stored;
alter table dictionary_templates add column searched text not null generated always as (searched_text(name)) stored;
