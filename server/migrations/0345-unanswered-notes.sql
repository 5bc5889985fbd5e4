-- Whose note a version was when a try of it was not answered: it may be in the EHR, and goes from there when a later version is sent.
alter table filings add column unanswered_patient_id uuid;
