-- Targets of a facility (Q200) and the length of a line of a clinic (Q205) are set on a screen: counted up by every change, so
-- that of two people who change them at once the second is told.
alter table facilities add column turnaround_version integer not null default 0;
alter table clinics add column line_version integer not null default 0;
