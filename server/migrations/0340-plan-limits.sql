-- What the operator limits of each plan (DICTARA_PLAN_LIMITS), as the server found it at its start.
alter table payment_setting add column limits jsonb not null default '{}';
