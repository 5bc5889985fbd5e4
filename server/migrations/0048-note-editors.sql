-- The newest save of each editor of a note: one that was given up and arrives behind it stores nothing.
create table note_editors (
  clinic_id uuid not null,
  job_id uuid not null,
  editor_id uuid not null,
  -- counts up within one editor; its browser's clock in milliseconds, so that it goes on after a reload
  turn bigint not null,
  primary key (clinic_id, job_id, editor_id),
  foreign key (clinic_id, job_id) references notes
);
call guard_table('note_editors');
