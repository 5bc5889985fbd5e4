-- A note may be in the EHR from when it is sent, not only from when nothing was answered: the server may die in between. So
-- unanswered_patient_id is set before each try, and taken away when the EHR takes the note, refuses it or strikes it out. Whoever merges
-- or deletes a patient looks here for notes of theirs.
create index filings_unanswered on filings (clinic_id, unanswered_patient_id) where unanswered_patient_id is not null;
