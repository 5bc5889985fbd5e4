-- A change of a patient's name renews the words of their jobs, a change of a user's name those that they dictated: a function each. One
-- function for both was planned anew at each change, which cost more than all else that a message about a patient does.
create or replace function renew_job_words() returns trigger language plpgsql as $$
begin
  update job_search s set words = job_words(j.number, p.first_name, p.last_name, new.full_name, p.medical_record_number)
  from jobs j
  join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
  where j.clinic_id = new.clinic_id and j.author_id = new.id and s.clinic_id = j.clinic_id and s.job_id = j.id;
  return null;
end $$;
create function renew_job_words_of_patient() returns trigger language plpgsql as $$
begin
  update job_search s set words = job_words(j.number, new.first_name, new.last_name, a.full_name, new.medical_record_number)
  from jobs j
  join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
  where j.clinic_id = new.clinic_id and j.patient_id = new.id and s.clinic_id = j.clinic_id and s.job_id = j.id;
  return null;
end $$;
drop trigger patients_renamed on patients;
create trigger patients_renamed after update of first_name, last_name, medical_record_number on patients for each row
  when ((old.first_name, old.last_name, old.medical_record_number) is distinct from (new.first_name, new.last_name, new.medical_record_number))
  execute function renew_job_words_of_patient();
