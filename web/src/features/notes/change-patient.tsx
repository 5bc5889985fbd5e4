import { call, CallFailed } from '@dictara/browser/call'
import { shownDay } from '@dictara/browser/shown-day'
import { type Job, servedJobCalls } from '@dictara/contract/jobs'
import { patientCalls } from '@dictara/contract/patients'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Drawer, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { jobQueries } from '../../platform/query-client.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { useQuestion } from '../../ui/use-question.ts'

/** Moves a job to the right patient; name, date of birth and MRN are shown before it is done (Q185). */
export function ChangePatient({ job, onClose }: { job: Job; onClose: () => void }) {
  const [searchValue, setSearchValue] = useState('')
  const { notification } = App.useApp()
  const ask = useQuestion()
  const client = useQueryClient()
  const patients = useQuery({
    queryKey: ['patients', job.facility.facilityId, searchValue],
    queryFn: async ({ signal }) =>
      (
        await call(
          patientCalls.searchPatients,
          { query: { facilityId: job.facility.facilityId, searchValue } },
          { signal },
        )
      ).result,
  })
  async function move(patientId: string) {
    try {
      const { message } = await call(servedJobCalls.changePatient, {
        params: { id: job.jobId },
        body: { patientId },
      })
      notification.success({ title: 'Success', description: message })
      onClose()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.kind === 'refused') notification.error({ title: 'Failed', description: error.message })
    }
    await client.invalidateQueries({ queryKey: jobQueries })
  }
  return (
    <Drawer open title="Correct the patient" size={420} onClose={onClose}>
      <Typography.Paragraph>
        This dictation is filed under <strong>{job.patientName}</strong>. Whose is it?
      </Typography.Paragraph>
      <SearchBox label="Search patients" value={searchValue} onSearch={setSearchValue} />
      {patients.isPending && <Skeleton active aria-label="Loading patients" />}
      {patients.isError && (
        <Alert
          type="error"
          title="The patients could not be read."
          action={<Button onClick={() => void patients.refetch()}>Retry</Button>}
        />
      )}
      {patients.data && (
        <ul className="patient-choice">
          {patients.data.length === 0 && <li>No patient matches.</li>}
          {patients.data.map(({ pid, firstName, lastName, birthDate, medicalRecordNumber }) => {
            const name = `${firstName} ${lastName}`
            const about = `born ${shownDay(birthDate)} · MRN ${medicalRecordNumber}`
            return (
              <li key={pid}>
                <Button
                  block
                  disabled={pid === job.patientId}
                  onClick={() =>
                    ask({
                      title: `Move job ${job.jobNumber} to ${name}?`,
                      content: about,
                      okText: 'Move',
                      onOk: () => move(pid),
                    })
                  }
                >
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
