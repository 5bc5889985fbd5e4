-- The log of a facility tells more than when it was enabled and disabled, for which the index was made: it read the audit of the whole clinic.
create index audit_events_of_facility on audit_events (clinic_id, facility_id, event, at desc)
  where facility_id is not null and job_id is null and patient_id is null;
drop index audit_events_of_facility_switch;
-- Nothing is looked for by these any more, and each row written had to be put into them.
drop index audit_events_of_clinic;
drop index sessions_of_clinic;
