import { call } from '@dictara/browser/call'
import { facilityCalls, type FacilityDetails } from '@dictara/contract/facilities'
import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { Failed } from '../../ui/failed.tsx'

const flows: Record<FacilityDetails['ehrConfiguration']['transcriptionFlow'], string> = {
  TRANSCRIPTION_ONLY: 'Transcription only',
  TRANSCRIPTION_REVIEWER: 'Transcription and review',
}

/** The details of a facility (DASH-23), loaded now unless given. */
export function FacilityModal({
  facilityId,
  known,
  onClose,
}: {
  facilityId: string
  known: FacilityDetails | undefined
  onClose: () => void
}) {
  const asked = useQuery({
    queryKey: ['facility-details', facilityId],
    enabled: !known,
    queryFn: async ({ signal }) =>
      (await call(facilityCalls.getFacility, { params: { id: facilityId } }, { signal, handler: 'page' })).result[0]!,
  })
  const facility = known ?? asked.data
  const ehr = facility?.ehrConfiguration
  const rows = [
    ['Name', facility?.facilityName],
    ['ID', facility?.facilityId],
    ['Organization ID', ehr?.organisationId],
    ['Note Type', ehr?.noteType],
    ['Transcription Flow', ehr && flows[ehr.transcriptionFlow]],
    ['Reviewer Count', ehr?.reviewerCount],
  ] as const
  return (
    <Modal open title="Facility Details" footer={null} width="min(32rem, 95vw)" onCancel={onClose}>
      {asked.isLoading && <Skeleton active aria-label="Loading the details" />}
      <Failed of={asked} title="Failed" inServersWords />
      {facility && (
        <dl className="facility-details">
          {rows.map(([word, value]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{value ?? '--'}</dd>
            </div>
          ))}
        </dl>
      )}
    </Modal>
  )
}
