-- The operator's door (S15): what the superAdmin flag may read of other clinics, and nothing else (Q178). Its role reads the columns
-- named here, of the clinic of the transaction; of every clinic it knows who runs it. It knows nothing of patients and their notes,
-- and writes nothing but what it looked at.
do $$
begin
  if not exists (select from pg_roles where rolname = 'dictara_operator') then create role dictara_operator login noinherit; end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster migrates at the same moment
end $$;

grant usage on schema public to dictara_operator;

grant select (clinic_id, name) on clinics to dictara_operator;
grant select (clinic_id, id, name, time_zone, is_enabled, is_parent, plan, plan_end_date, updated_at, emr_verification_url, organisation_id, note_type, transcription_flow, reviewer_count) on facilities to dictara_operator;
grant select (id, clinic_id, full_name, email, user_type, is_enabled, last_login_at, last_job_created_at, last_job_completed_at) on users to dictara_operator;
grant select (clinic_id, facility_id, tab, status, holder_id, author_id) on jobs to dictara_operator;
grant select on facility_users, emr_verifications, job_counts to dictara_operator;
grant insert on audit_events to dictara_operator;

create policy of_the_operator on clinics for select to dictara_operator using (clinic_id = (select current_clinic()));
create policy of_the_operator on facilities for select to dictara_operator using (clinic_id = (select current_clinic()));
create policy of_the_operator on facility_users for select to dictara_operator using (clinic_id = (select current_clinic()));
create policy of_the_operator on emr_verifications for select to dictara_operator using (clinic_id = (select current_clinic()));
create policy of_the_operator on jobs for select to dictara_operator using (clinic_id = (select current_clinic()));
create policy of_the_operator on job_counts for select to dictara_operator using (clinic_id = (select current_clinic()));
create policy of_the_operator on users for select to dictara_operator
  using (clinic_id = (select current_clinic()) or (user_type = 'clinicAdmin' and is_enabled));
create policy of_the_operator on audit_events for insert to dictara_operator with check (clinic_id = (select current_clinic()));

-- Who runs the clinics, by name.
create index users_who_run_clinics on users (full_name, id) where user_type = 'clinicAdmin' and is_enabled;
