-- What is to be billed is walked author by author, in the order of the list, and counted by when it was completed: however much
-- of it was billed before, or waits.
create index jobs_unbilled on jobs (clinic_id, author_id, submitted_at, id) where is_enabled and status = 'COMPLETED';
create index jobs_unbilled_by_encounter on jobs (clinic_id, author_id, date_of_encounter, id) where is_enabled and status = 'COMPLETED';
create index jobs_unbilled_lately on jobs (clinic_id, author_id, completed_at) where is_enabled and status = 'COMPLETED';
-- No kept count knows them; they are few.
create index jobs_struck_out on jobs (clinic_id, submitted_at desc, id desc) where is_enabled and status = 'STRUCK_OUT';
