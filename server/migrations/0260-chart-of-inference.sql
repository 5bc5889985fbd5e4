-- Whether the chart is still the one of which the questions were asked: an allergy that the EHR adds is noticed too, and not only
-- another patient or date of encounter. Null for what was read before: its questions are asked anew.
alter table note_inferences add column chart_fingerprint text, drop column date_of_encounter;
