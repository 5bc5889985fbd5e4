-- What the speaker marked as to be checked: take and milliseconds in it, as it was begun and at last as it was submitted.
alter table dictations add column markers jsonb;
