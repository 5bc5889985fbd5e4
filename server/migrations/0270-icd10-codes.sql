-- The codes of ICD-10-CM that whoever runs Dictara loaded from a file (docs/operating/inference.md). They belong to no clinic: every
-- clinic reads them, and only the command writes them, all in one transaction.
create table icd10_codes (
  -- With its dot: E11.9.
  code text collate "C" primary key,
  description text not null,
  -- False: a category above other codes, e.g. E11.
  billable boolean not null,
  -- What the list is called, the same in every row: 2026.
  release text not null,
  -- The words of the description, and of the short one where the file has it: lower case, without accents and marks, separated by blanks.
  words text not null,
  -- The description in such words, without "unspecified" at its end: a problem with just this name has the code.
  bare_words text not null
);
-- Finds the beginnings of words. There is no search configuration behind it: each word is found as it is written.
create index icd10_codes_by_word on icd10_codes using gin (array_to_tsvector(string_to_array(words, ' '))) where billable;
create index icd10_codes_by_name on icd10_codes (bare_words) where billable;
grant select on icd10_codes to dictara_app;
grant select, insert, delete on icd10_codes to dictara_system;
