-- How often a note was sent and nothing was answered, since it was queued. Another patient's note then tells whether the EHR is away.
alter table filings add column silences integer not null default 0;
