import { call } from '@dictara/browser/call'
import { bornWords } from '@dictara/browser/moments'
import { type Job, jobCalls } from '@dictara/contract/jobs'
import { patientCalls } from '@dictara/contract/patients'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { jobQueries } from '../../../platform/query-client.ts'
import { Failed } from '../../../ui/failed.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useFocusBack } from '../../../ui/use-focus-back.ts'

/** Moves a job to the right patient, whose name, date of birth and MRN are shown for confirmation (Q185). */
export function ChangePatient({
  job,
  saveFirst,
  onClose,
}: {
  job: Job
  saveFirst: () => Promise<boolean>
  onClose: () => void
}) {
  const [searchValue, setSearchValue] = useState('')
  const client = useQueryClient()
  const act = useAction({ refreshes: jobQueries })
  useFocusBack()
  const patients = useQuery({
    queryKey: ['patients', job.facility.facilityId, searchValue],
    queryFn: async ({ signal }) =>
      (
        await call(
          patientCalls.searchPatients,
          { query: { facilityId: job.facility.facilityId, searchValue } },
          { signal, handler: 'page' },
        )
      ).result,
  })
  async function move(patientId: string, name: string, about: string) {
    const send = async () => {
      // Save typed text first, since the note's fields are filled in again afterwards.
      await saveFirst()
      return call(jobCalls.changePatient, { params: { id: job.jobId }, body: { patientId } })
    }
    const moved = await act.run(send, {
      confirm: { title: `Move job ${job.jobNumber} to ${name}?`, content: about, okText: 'Move' },
    })
    if (!moved) return
    // Update at once: until the refetch, phrases would be filled in for the former patient.
    client.setQueryData([...jobQueries, 'one', job.jobId], moved.result[0])
    onClose()
  }
  return (
    <Drawer open title="Correct patient" size={400} onClose={onClose}>
      <Typography.Paragraph>
        This dictation is for <strong>{job.patientName}</strong>. Choose the right patient.
      </Typography.Paragraph>
      <SearchBox label="Search patients" value={searchValue} onSearch={setSearchValue} />
      {patients.isPending && <Skeleton active aria-label="Loading patients" />}
      <Failed of={patients} title="Couldn’t load the patients." />
      {patients.data && (
        <ul className="patient-choice">
          {patients.data.length === 0 && <li>No patient matches.</li>}
          {patients.data.map(({ pid, firstName, lastName, birthDate, medicalRecordNumber }) => {
            const name = `${firstName} ${lastName}`
            const about = `${bornWords(birthDate)} · MRN ${medicalRecordNumber}`
            return (
              <li key={pid}>
                <Button block disabled={pid === job.patientId} onClick={() => void move(pid, name, about)}>
                  <strong>{name}</strong>
                  <span>{about}</span>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Drawer>
  )
}
