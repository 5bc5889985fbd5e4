-- What was read out of the present text of a note: replaced whole by every reading. `items`: each fact with its section, words and
-- whether it was there when the text was read for the first time; `questions`: what contradicts the chart (Q127 to Q129).
create table note_inferences (
  clinic_id uuid not null,
  job_id uuid not null,
  -- What was read: this version of the note, for this patient and date of encounter. Anything else is read anew.
  note_version integer not null,
  patient_id uuid not null,
  date_of_encounter date,
  inferred_at timestamptz not null,
  -- For people: `Rules`, or the name of the model.
  engine text not null,
  -- Items that were left out because their words are not in the note.
  dropped integer not null check (dropped >= 0),
  items jsonb not null,
  questions jsonb not null,
  primary key (clinic_id, job_id),
  foreign key (clinic_id, job_id) references jobs
);
call guard_table('note_inferences');

-- The values that people entered in place of what was read. A row: the field is edited, and no reading changes it.
create table inference_edits (
  clinic_id uuid not null,
  job_id uuid not null,
  section_id text not null,
  key text not null,
  value jsonb not null,
  user_id uuid not null,
  at timestamptz not null,
  primary key (clinic_id, job_id, section_id, key),
  foreign key (clinic_id, job_id) references jobs,
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_table('inference_edits');

-- Questions about contradictions that somebody answered: they are not asked again for the job.
create table chart_answers (
  clinic_id uuid not null,
  job_id uuid not null,
  question text not null,
  answer text not null check (answer in ('NOTE_IS_RIGHT', 'CORRECTED')),
  user_id uuid not null,
  at timestamptz not null,
  primary key (clinic_id, job_id, question),
  foreign key (clinic_id, job_id) references jobs,
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
call guard_table('chart_answers');
