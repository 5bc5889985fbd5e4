-- Who compares a facility with the payment gateway just now, so that no two do at once, and when that was done last.
alter table payment_customers add column run_id uuid, add column run_until timestamptz, add column settled_at timestamptz;

-- What we called a charge of our own, and the payment that a refund gives back.
alter table payments add column invoice_number text, add column refund_of text;
-- When the gateway was last asked for it: it can still be charged back long after.
alter table payments add column read_at timestamptz not null default now();

-- When the gateway was asked to charge for a missed renewal again.
alter table subscriptions add column tried_at timestamptz;
