-- What was filed in the last days, and how long it took, is read from the index alone: the home of who runs a clinic.
create index jobs_filed on jobs (clinic_id, completed_at) include (facility_id, submitted_at)
  where is_enabled and status in ('COMPLETED', 'BILLED');
