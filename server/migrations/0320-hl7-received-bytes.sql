-- Senders number their messages anew, so a file may hold another message under a control id that was received before: what is the same
-- is told by the bytes, too.
alter table hl7_received
  drop constraint hl7_received_pkey,
  add primary key (clinic_id, sender, control_id, sha256);
