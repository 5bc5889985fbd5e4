-- Key-to-phrases: a key, and the text that stands for it. `key_name` tells two keys apart (nameOfItem), `plain` is what is searched:
-- the letters of the phrase without formats. Both are written by the app.
create table phrases (
  clinic_id uuid not null references clinics,
  id uuid not null,
  author_id uuid not null,
  key text not null,
  key_name text not null,
  phrase text not null,
  plain text not null,
  dynamic boolean not null default false,
  target_end_point text,
  global boolean not null default false,
  active boolean not null default false,
  export_to_other_authors boolean not null default false,
  restricted_to_templates boolean not null default false,
  -- What it was copied from (Q069): of another author or of the dictionary, and perhaps not there any more.
  origin_id uuid,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clinic_id, id),
  foreign key (clinic_id, author_id) references users (clinic_id, id)
);
create unique index phrases_of_author on phrases (clinic_id, author_id, key_name) include (active);
create index phrases_for_all on phrases (clinic_id, key_name) where export_to_other_authors;
create index phrases_offered on phrases (clinic_id, key_name) include (author_id) where global;
call guard_table('phrases');

-- A template goes with a mark (deleted_at): jobs that follow it keep its name and its headings.
alter table section_templates
  add column key_name text,
  add column export_to_other_authors boolean not null default false,
  add column template_driven_flow_enabled boolean not null default false,
  add column required boolean not null default false,
  add column default_value text not null default '',
  add column origin_id uuid,
  add column version integer not null default 0,
  add column updated_at timestamptz not null default now(),
  add column deleted_at timestamptz;
update section_templates t set key_name = n.name || case when n.place > 1 then ' ' || t.id else '' end,
  export_to_other_authors = t.author_id is null
from (
  select clinic_id, id, name, row_number() over (partition by clinic_id, author_id, name order by created_at, id) as place
  from (select clinic_id, id, author_id, created_at,
    trim(regexp_replace(lower(normalize(name, nfkc)), '\s+', ' ', 'g')) as name from section_templates) as named) as n
where n.clinic_id = t.clinic_id and n.id = t.id;
alter table section_templates alter column key_name set not null;
-- Those of the clinic itself (without an author) are told apart among themselves.
create unique index section_templates_of_author on section_templates (clinic_id, author_id, key_name) include (active) nulls not distinct
  where deleted_at is null;
create index section_templates_for_all on section_templates (clinic_id, key_name)
  where deleted_at is null and (author_id is null or export_to_other_authors);
create index section_templates_offered on section_templates (clinic_id, key_name) include (author_id) where deleted_at is null and global;

-- To which templates a restricted phrase is kept; headings as they were written, none where it is kept to all of them.
create table phrase_templates (
  clinic_id uuid not null,
  phrase_id uuid not null,
  template_id uuid not null,
  all_headings boolean not null,
  headings text[] not null default '{}',
  primary key (clinic_id, phrase_id, template_id),
  foreign key (clinic_id, phrase_id) references phrases on delete cascade,
  foreign key (clinic_id, template_id) references section_templates
);
create index phrase_templates_of_template on phrase_templates (clinic_id, template_id);
call guard_table('phrase_templates');

-- Which phrases were put into the default texts of a template, and where (TMPL-26).
create table template_phrases (
  clinic_id uuid not null,
  template_id uuid not null,
  phrase_id uuid not null,
  headings text[] not null,
  primary key (clinic_id, template_id, phrase_id),
  foreign key (clinic_id, template_id) references section_templates,
  foreign key (clinic_id, phrase_id) references phrases on delete cascade
);
create index template_phrases_of_phrase on template_phrases (clinic_id, phrase_id);
call guard_table('template_phrases');

-- What a person did with an item of either kind that they received (Q065 to Q067); without a row it is in use.
create table received_items (
  clinic_id uuid not null,
  user_id uuid not null,
  item_id uuid not null,
  active boolean not null default true,
  hidden boolean not null default false,
  primary key (clinic_id, user_id, item_id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index received_items_of_item on received_items (clinic_id, item_id);
call guard_table('received_items');

-- How the dictations of a clinic call for phrases; without a row: by “insert” and the key.
create table phrase_settings (
  clinic_id uuid primary key references clinics,
  key_alone boolean not null
);
call guard_table('phrase_settings');

-- The dictionary is the product's (Q068, Q078): every clinic reads it, and only its own door writes it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'dictara_dictionary') then create role dictara_dictionary login noinherit; end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster migrates at the same moment
end $$;
create table dictionary_phrases (
  id uuid primary key,
  key text not null,
  key_name text not null,
  phrase text not null,
  plain text not null,
  dynamic boolean not null default false,
  target_end_point text,
  global boolean not null default true,
  active boolean not null default true,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dictionary_phrases_by_key on dictionary_phrases (key_name);
create table dictionary_templates (
  id uuid primary key,
  name text not null,
  key_name text not null,
  description text not null,
  headings jsonb not null,
  required boolean not null default false,
  default_value text not null default '',
  template_driven_flow_enabled boolean not null default false,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dictionary_templates_by_name on dictionary_templates (key_name);
grant usage on schema public to dictara_dictionary;
grant select, insert, update, delete on dictionary_phrases, dictionary_templates to dictara_dictionary, dictara_system;
grant select on dictionary_phrases, dictionary_templates to dictara_app;
grant insert on audit_events to dictara_dictionary;
create policy of_the_dictionary on audit_events for insert to dictara_dictionary with check (clinic_id is null);
