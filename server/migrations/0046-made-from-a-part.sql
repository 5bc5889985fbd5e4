-- Whether a recording could be read only in part: what was made of it is made again when somebody asks for it.
alter table conversions add column is_part boolean not null default false;
alter table listening_copies add column is_part boolean not null default false;
