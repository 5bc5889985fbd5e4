import { lastUpdated } from '@dictara/browser/moments'
import { call } from '@dictara/browser/call'
import { type Job, jobCalls } from '@dictara/contract/jobs'
import type { SpeechEngine } from '@dictara/contract/speech-engine'
import { DatePicker, type RefSelectProps, Select } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { jobQueries } from '../../../platform/query-client.ts'
import { Cut } from '../../../ui/cut.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { missingWorkTypeId } from './missing-work-type.tsx'
import { useDemographics, useWorkTypes } from '../reading/note-queries.ts'

const shownDay = 'MM/DD/YYYY'
const wireDay = 'YYYY-MM-DD'

/**
 * Saves a detail of the job at once (EDIT-41), after the typed text, since the note's fields are filled in again then.
 */
function useDetail(job: Job, saveFirst: () => Promise<boolean>) {
  const act = useAction({ refreshes: jobQueries })
  const params = { id: job.jobId }
  const run = (send: () => Promise<{ message: string }>) => void act.run(() => saveFirst().then(send))
  return {
    isBusy: act.isBusy,
    setWorkType: (workType: string) => run(() => call(jobCalls.setWorkType, { params, query: { workType } })),
    setEncounterDate: (encounterDate: string) =>
      run(() => call(jobCalls.setEncounterDate, { params, query: { encounterDate } })),
  }
}

interface WorkTypeProps {
  job: Job
  isEditable: boolean
  /** Saves the typed text. */
  saveFirst: () => Promise<boolean>
  /** How often the person was asked for the missing choice. */
  asked?: number
}

interface DetailsProps extends WorkTypeProps {
  /** The engine that recognised the dictation. */
  engine: SpeechEngine | null
}

/** The engine that recognised the dictation; nothing if it was not dictated. */
const HeardBy = ({ engine, name }: { engine: SpeechEngine | null; name: string }) =>
  engine && (
    <Fact name={name}>
      {engine.label}
      {engine.isBasic && ' (drafts are rough)'}
    </Fact>
  )

export function WorkType({ job, isEditable, saveFirst, asked = 0 }: WorkTypeProps) {
  const workTypes = useWorkTypes(job.jobId)
  const detail = useDetail(job, saveFirst)
  const choice = useRef<RefSelectProps>(null)
  // If requested before the first render, it starts open.
  const [isOpen, setOpen] = useState(asked > 0 && !job.workType)
  const [answered, setAnswered] = useState(asked)
  if (asked !== answered) {
    setAnswered(asked)
    setOpen(true)
  }
  useEffect(() => {
    if (asked > 0) choice.current?.focus()
  }, [asked])
  if (!isEditable) return job.workType ?? '–'
  const isMissing = asked > 0 && !job.workType
  return (
    <Select
      aria-label="Work Type"
      ref={choice}
      className={job.workType ? '' : 'is-missing'}
      placeholder="Choose work type"
      open={isOpen}
      size="small"
      style={{ inlineSize: '10.5rem' }}
      value={job.workType}
      loading={workTypes.isFetching || detail.isBusy}
      status={workTypes.isError || isMissing ? 'error' : job.workType ? '' : 'warning'}
      {...(isMissing ? { 'aria-invalid': true, 'aria-describedby': missingWorkTypeId } : {})}
      onOpenChange={(open) => {
        setOpen(open)
        if (open && workTypes.isError) void workTypes.refetch()
      }}
      notFoundContent={
        {
          error: 'Couldn’t load the work types.',
          pending: 'Loading …',
          success: 'This facility has no work types.',
        }[workTypes.status]
      }
      options={(workTypes.data ?? []).map((value) => ({ value, label: value }))}
      onChange={detail.setWorkType}
    />
  )
}

export function EncounterDate({ job, isEditable, saveFirst }: Omit<WorkTypeProps, 'asked'>) {
  const detail = useDetail(job, saveFirst)
  const value = job.dateOfEncounter ? dayjs(job.dateOfEncounter) : null
  if (!isEditable) return value?.format(shownDay) ?? '–'
  return (
    <DatePicker
      aria-label="Date of Encounter"
      size="small"
      style={{ inlineSize: '8rem' }}
      format={shownDay}
      allowClear={false}
      value={value}
      disabledDate={(day) => day.format(wireDay) > job.today}
      onChange={(day) => day && detail.setEncounterDate(day.format(wireDay))}
    />
  )
}

/** A labelled fact in a list of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The facts about patient and visit above a note, or why they could not be loaded (EDIT-60). */
export function Facts({ jobId, children }: { jobId: string; children: (fact: (key: string) => string) => ReactNode }) {
  const demographics = useDemographics(jobId)
  const { data } = demographics
  // Content that appears later would move the rest aside.
  if (demographics.isPending) return null
  return (
    <>
      {/* Facts loaded earlier stay visible. */}
      {!data && <Failed of={demographics} title="Demographics Fetch Failed" inServersWords />}
      <dl className="job-details">{children((key) => data?.get(key) ?? '')}</dl>
    </>
  )
}

/** Patient, place and time above the note (EDIT-25, EDIT-26, EDIT-29). */
export const JobDetails = ({
  job,
  isEditable,
  saveFirst,
  asked = 0,
  engine,
  extra,
}: DetailsProps & { extra?: ReactNode }) => (
  <Facts jobId={job.jobId}>
    {(fact) => (
      <>
        <Fact name="Name">
          {fact('NAME') || '–'} {extra}
        </Fact>
        <Fact name="Room/Bed">{fact('ROOM/BED') || '–'}</Fact>
        <Fact name="Date of Admission">{fact('DATE OF ADMISSION') || '–'}</Fact>
        <Fact name="Gender">{fact('GENDER') || '–'}</Fact>
        <Fact name="DOB">{fact('DATE OF BIRTH') || '–'}</Fact>
        <Fact name="Note Author">{job.author}</Fact>
        <Fact name="Facility">
          <Cut text={job.facility.facilityName} />
        </Fact>
        <Fact name="Date of Encounter">
          <EncounterDate {...{ job, isEditable, saveFirst }} />
        </Fact>
        <Fact name="Template">{fact('TEMPLATE') || '–'}</Fact>
        <Fact name="Work Type">
          <WorkType {...{ job, isEditable, saveFirst, asked }} />
        </Fact>
        <HeardBy engine={engine} name="Speech Engine" />
      </>
    )}
  </Facts>
)

/** The header of the older editor (EDIT-02). */
export const ShortJobDetails = ({ job, isEditable, saveFirst, asked = 0, engine }: DetailsProps) => (
  <Facts jobId={job.jobId}>
    {(fact) => (
      <>
        <Fact name="NAME">{fact('NAME') || job.patientName}</Fact>
        <Fact name="WORK TYPE">
          <WorkType {...{ job, isEditable, saveFirst, asked }} />
        </Fact>
        <Fact name="DATE OF ENCOUNTER">
          <EncounterDate {...{ job, isEditable, saveFirst }} />
        </Fact>
        <Fact name="Job ID">{job.jobNumber}</Fact>
        <Fact name="Last Updated">{lastUpdated(job.lastUpdatedTime, job.timeZone)}</Fact>
        <HeardBy engine={engine} name="SPEECH ENGINE" />
      </>
    )}
  </Facts>
)
