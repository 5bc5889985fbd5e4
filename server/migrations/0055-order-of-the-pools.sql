-- Pools are worked STAT first, then what is due earliest, then what is oldest (Q200): one index for the pool of a stage,
-- one for both together, as an admin sees them.
create index jobs_of_pool on jobs (clinic_id, status, priority desc, due_at, submitted_at, id)
  where is_enabled and status in ('AVAILABLE', 'READY');
create index jobs_of_both_pools on jobs (clinic_id, priority desc, due_at, submitted_at, id)
  where is_enabled and status in ('AVAILABLE', 'READY');
