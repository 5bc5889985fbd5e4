-- What happened, by name: a person is told of it once, however often it is heard (notifications.md).
alter table notifications add column event text;
update notifications set event = id::text;
alter table notifications alter column event set not null;
create unique index notifications_once on notifications (clinic_id, event, user_id);

-- What an EHR asks of somebody is of no job.
alter table notifications alter column job_id drop not null;

-- When its mail is due; null: none is, or it was dealt with. When a mail took it, and which.
alter table notifications
  add column mail_due_at timestamptz,
  add column mailed_at timestamptz,
  add column mail_id uuid;
create index notifications_to_mail on notifications (mail_due_at) where mail_due_at is not null;
create index notifications_mailed on notifications (clinic_id, user_id, mailed_at) where mailed_at is not null;

-- Mails that the mail server took, and those that somebody has in hand just now: under its id none is sent twice.
create table sent_mails (
  id text primary key,
  is_sent boolean not null,
  at timestamptz not null
);
create index sent_mails_by_age on sent_mails (at);
grant select, insert, update, delete on sent_mails to dictara_system;
