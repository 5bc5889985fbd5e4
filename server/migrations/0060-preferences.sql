-- How a person likes to work (Q203). Holds what they have chosen, also what only a newer version knows.
create table user_preferences (
  clinic_id uuid not null,
  user_id uuid not null,
  chosen jsonb not null check (jsonb_typeof(chosen) = 'object'),
  primary key (clinic_id, user_id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_table('user_preferences');
