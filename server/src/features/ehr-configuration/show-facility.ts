import type { Facility, ListedFacility } from '@dictara/contract/ehr-configuration'
import type { z } from 'zod'
import type { EhrKinds } from '../../gateways/ehr/index.ts'
import type { ClinicWork, PageQuery } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findEhrOf, verificationPath } from '../facilities/index.ts'
import { shownSettings } from './ehr-settings.ts'
import { type FacilityRow, findFacilityRow, listFacilityRows } from './ehr-configuration.store.ts'

/** What this feature works with. */
export interface EhrParts {
  kinds: EhrKinds
  secrets: Secrets
}

const flowWords = {
  TRANSCRIPTION_ONLY: 'Transcription only',
  TRANSCRIPTION_REVIEWER: 'Transcription and review',
} as const satisfies Record<FacilityRow['transcriptionFlow'], string>

/** A page of the facilities that the actor manages, as cards (FAC-06, FAC-07). */
export async function showFacilities(
  work: ClinicWork,
  kinds: EhrKinds,
  { type, searchValue, ...query }: PageQuery & { searchValue: string; type?: string | undefined },
): Promise<{ result: ListedFacility[]; size: number }> {
  const { result, size } = await listFacilityRows(work, { ...query, search: searchValue }, type)
  return {
    size,
    result: result.map(({ ehrType, timeZone, transcriptionFlow, reviewerCount, ...facility }) => ({
      ...facility,
      timeZone,
      fields: [
        { fieldName: 'EHR', fieldValue: ehrType === null ? 'None' : (kinds[ehrType]?.ehrName ?? ehrType) },
        { fieldName: 'Transcription Flow', fieldValue: flowWords[transcriptionFlow] },
        { fieldName: 'Reviewer Count', fieldValue: String(reviewerCount) },
        { fieldName: 'Time Zone', fieldValue: timeZone.replaceAll('_', ' ') },
      ],
    })),
  }
}

/** A facility with its EHR configuration; masked values are masks (FAC-45, Q086). */
export async function showFacility(
  work: ClinicWork,
  { kinds, secrets }: EhrParts,
  facilityId: string,
): Promise<z.input<typeof Facility>> {
  const row = (await findFacilityRow(work, facilityId))!
  const connected = await findEhrOf(work, secrets, facilityId)
  const kind = connected ? kinds[connected.ehrType] : undefined
  const fields = kind ? shownSettings(kind.settings, connected!.settings) : {}
  const { emrVerificationStatus } = row
  const isAsked = emrVerificationStatus !== null && emrVerificationStatus !== 'VERIFIED'
  return {
    id: row.id,
    facilityId: row.id,
    facilityName: row.name,
    disabled: !row.isEnabled,
    isParent: row.isParent,
    timeZone: row.timeZone,
    ehrConfigured: row.ehrType !== null,
    ehrConfiguration: {
      facilityId: row.id,
      organisationId: row.organisationId,
      noteType: row.noteType,
      ehrType: row.ehrType,
      ehrName: kind?.ehrName ?? row.ehrType,
      fields,
      ehrBaseUrl: fields['ehrBaseUrl'] ?? null,
      ehrUserName: fields['ehrUserName'] ?? null,
      ehrPassword: fields['ehrPassword'] ?? null,
      transcriptionFlow: row.transcriptionFlow,
      reviewerCount: row.reviewerCount,
      allPatientsRequired: row.allPatientsRequired,
      rangeForDischargedPatients: row.rangeForDischargedPatients,
      hl7Integration: row.hl7Integration,
    },
    emrHandlingData: {
      emrVerificationStatus,
      emrVerificationUrl: isAsked
        ? verificationPath({ clinicId: work.clinicId, userId: work.actor.userId, facilityId })
        : null,
    },
    version: row.version,
  }
}
