-- Who changes a group says which version they saw: of two at once the later one is told, instead of undoing the other's change.
alter table reviewer_groups add column version integer not null default 1;
