-- Who approved level 1: may not approve level 2. A name that reads the same in SQL and in code.
alter table jobs rename column level_1_approved_by to first_approver_id;
