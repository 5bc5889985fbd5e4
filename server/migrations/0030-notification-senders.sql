-- Who caused a notification, for their picture beside it (NOTIF-04); none for what Dictara tells by itself.
alter table notifications
  add column sender_id uuid,
  add foreign key (clinic_id, sender_id) references users (clinic_id, id);
