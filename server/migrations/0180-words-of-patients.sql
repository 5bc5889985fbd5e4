-- The words of patients' names in the order of the alphabet, with all that a search needs: the beginning of a word is found without a
-- look at the patients themselves, who may be 25,000. A record number without a digit is such a word, too; others are found by a digit.
create table patient_words (
  clinic_id uuid not null,
  patient_id uuid not null,
  facility_id uuid not null,
  word text not null,
  -- the patient's last and first name, which lists are ordered by
  name text not null,
  primary key (clinic_id, patient_id, word),
  foreign key (clinic_id, patient_id) references patients on delete cascade
);
call guard_table('patient_words');

create function words_of_patient(first_name text, last_name text, record text) returns setof text language sql immutable parallel safe as $$
  select distinct word
  from regexp_split_to_table(searched_text(concat_ws(' ', searched_name(first_name), searched_name(last_name), case when record !~ '\d' then record end)), '\s+') word
  where word <> ''
$$;
create function note_patient_words() returns trigger language plpgsql as $$
begin
  insert into patient_words
  select clinic_id, id, facility_id, words_of_patient(first_name, last_name, medical_record_number), lower(last_name) || E'\x01' || lower(first_name) from after_change;
  return null;
end $$;
create function renew_patient_words() returns trigger language plpgsql as $$
begin
  delete from patient_words where clinic_id = new.clinic_id and patient_id = new.id;
  insert into patient_words
  select new.clinic_id, new.id, new.facility_id, words_of_patient(new.first_name, new.last_name, new.medical_record_number), lower(new.last_name) || E'\x01' || lower(new.first_name);
  return null;
end $$;
create trigger patients_have_words after insert on patients referencing new table as after_change for each statement execute function note_patient_words();
create trigger patients_have_other_words after update of first_name, last_name, medical_record_number, facility_id on patients for each row
  when ((old.first_name, old.last_name, old.medical_record_number, old.facility_id)
    is distinct from (new.first_name, new.last_name, new.medical_record_number, new.facility_id))
  execute function renew_patient_words();

insert into patient_words
select clinic_id, id, facility_id, words_of_patient(first_name, last_name, medical_record_number), lower(last_name) || E'\x01' || lower(first_name) from patients;
create index patient_words_in_order on patient_words (clinic_id, word, name, patient_id, facility_id);

drop function gate.find_patients(text[], uuid[], text, integer, integer);
-- Patients of the transaction's clinic, of these facilities or (null) of all, who have a word with each beginning, and whose words
-- fit every pattern: a page of them in the order of their names, and how many there are, counted to `counted` at least. With the
-- definer's rights because row-level security keeps LIKE, which is not leakproof, away from every index; the clinic is fixed in here.
-- Planned anew for each search: three letters take another way than one.
create function gate.find_patients(beginnings text[], patterns text[], facilities uuid[], descending boolean, counted integer, most integer, skipped integer,
  out ids uuid[], out total integer)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  facility text := case
    when facilities is null then ''
    when cardinality(facilities) = 1 then 'and facility_id = $2[1]'
    else 'and facility_id = any($2)' end;
  direction text := case when descending then 'desc' else 'asc' end;
  by_name text := format('order by lower(last_name) %1$s, lower(first_name) %1$s, id %1$s limit $3 offset $4', direction);
  fits text := '';
  word text;
begin
  foreach word in array array(select unaccent(b) from unnest(beginnings) b order by length(b) desc) loop
    fits := fits || case
      when cardinality(patterns) > 0 then format(' and searched like %L', '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
      when fits = '' then format(' and word between %L and %L', word, word || U&'\+10FFFF')
      else format(' and exists (select from patient_words o where o.clinic_id = $1 and o.patient_id = w.patient_id and o.word between %L and %L)',
        word, word || U&'\+10FFFF') end;
  end loop;
  if fits <> '' and cardinality(patterns) = 0 then
    execute format('with found as materialized (select distinct name, patient_id from patient_words w where clinic_id = $1 %1$s %2$s)
      select array(select patient_id from found order by name %3$s, patient_id %3$s limit $3 offset $4), (select count(*) from found)',
      facility, fits, direction) using current_clinic(), facilities, most, skipped into ids, total;
    return;
  end if;
  foreach word in array patterns loop
    fits := fits || format(' and searched like %L', unaccent(word));
  end loop;
  -- Few are sorted. Many are met soon on the way along the names.
  execute format('with found as materialized (select last_name, first_name, id from patients where clinic_id = $1 %1$s %2$s limit $5 + 1)
    select array(select id from found %3$s), (select count(*) from found)', facility, fits, by_name)
    using current_clinic(), facilities, most, skipped, counted into ids, total;
  if total <= counted then return; end if;
  execute format('select array(select id from patients where clinic_id = $1 %1$s %2$s %3$s)', facility, fits, by_name)
    using current_clinic(), facilities, most, skipped into ids;
end $$;
call guard_function('gate.find_patients(text[], text[], uuid[], boolean, integer, integer, integer)', 'dictara_app');
