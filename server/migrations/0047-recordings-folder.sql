-- Which folder of recordings belongs to this database. The folder keeps the same, so that nothing is removed from it for a
-- database that is not its own, or was restored from an older dump: then it has swept less often than the folder.
create table recordings_folder (
  is_this boolean primary key default true check (is_this),
  id uuid not null default gen_random_uuid(),
  sweeps integer not null default 0
);
insert into recordings_folder default values;
grant select, update on recordings_folder to dictara_system;
