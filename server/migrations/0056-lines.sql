-- What a stage brought about, in lines (Q205): counted when it is completed or approved, and kept with the stint.
alter table clinics add column line_characters integer not null default 65 check (line_characters between 10 and 500);
alter table job_stints add column lines real;
