-- The person a job is with is its holder (GLOSSARY.md).
alter table jobs rename column assignee_id to holder_id;
alter index jobs_of_assignee rename to jobs_of_holder;
