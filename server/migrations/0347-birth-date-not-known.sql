-- An interface may bring somebody of whom nobody knows the date of birth.
alter table patients alter column birth_date drop not null;
create or replace function patient_words(first_name text, last_name text, birth_date date, record text) returns text language sql immutable parallel safe as $$
  select public.searched_text(' ' || public.searched_name(first_name) || ' ' || public.searched_name(last_name)
    || coalesce(' ' || lpad(extract(month from birth_date)::text, 2, '0') || '/' || lpad(extract(day from birth_date)::text, 2, '0') || '/' || extract(year from birth_date)
    || ' ' || extract(year from birth_date) || '-' || lpad(extract(month from birth_date)::text, 2, '0') || '-' || lpad(extract(day from birth_date)::text, 2, '0'), '')
    || ' ' || record)
$$;
