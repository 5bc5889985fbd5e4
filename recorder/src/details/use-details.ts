import type { RecordingDetails } from '@dictara/browser/recordings'
import type { FacilityOption } from '@dictara/contract/facilities'
import type { PatientOption } from '@dictara/contract/patients'
import type { SectionTemplate } from '@dictara/contract/templates'
import { useCallback, useState } from 'react'
import { listFacilities, listTemplates, listWorkTypes } from '../server-calls.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { rememberChoices, rememberedChoices } from './remembered-choices.ts'

/** What is being chosen for a dictation; whole when facility and patient are there. */
export interface DetailsChoice {
  facility: FacilityOption | undefined
  patient: RecordingDetails['patient'] | undefined
  template: SectionTemplate | undefined
  workType: string
}

/** The choices that a dictation needs, what may be chosen, and what was chosen last. */
export function useDetails(userId: string, initial?: RecordingDetails) {
  const remembered = rememberedChoices(userId)
  const facilities = useLoaded(listFacilities)
  const templates = useLoaded(listTemplates)
  const [chosenId, chooseId] = useState(initial?.facility.facilityId ?? remembered.facilityId ?? '')
  const options = facilities.value ?? []
  // who has one facility need not choose it
  const facility = options.length === 1 ? options[0] : options.find((option) => option.facilityId === chosenId)
  const facilityId = facility?.facilityId ?? ''
  const [patient, setPatient] = useState<RecordingDetails['patient'] | undefined>(initial?.patient)
  const [templateId, setTemplateId] = useState(initial ? (initial.template?.id ?? '') : (remembered.templateId ?? ''))
  const [workType, setWorkType] = useState<string | undefined>(initial ? (initial.workType ?? '') : undefined)
  const workTypes = useWorkTypes(facilityId)
  const template = templates.value?.find(({ id }) => id === templateId)
  const usual = workTypes.value
  const shownWorkType = [workType, remembered.workType, usual?.workType].find(
    (candidate) => candidate === '' || (candidate && usual?.workTypes.includes(candidate)),
  )
  const isLoading = templates.state === 'loading' || workTypes.state === 'loading'

  return {
    facilities,
    templates,
    workTypes,
    choice: { facility, patient, template, workType: shownWorkType ?? '' } satisfies DetailsChoice,
    // what was chosen last is not dropped because it is still loading
    details:
      isLoading || !facility || !patient ? undefined : toDetails(facility, patient, template, shownWorkType ?? ''),
    chooseFacility(next: string) {
      // a patient belongs to a facility: another facility, another search
      if (next !== facilityId) setPatient(undefined)
      chooseId(next)
      rememberChoices(userId, { facilityId: next })
    },
    choosePatient: (next: PatientOption | undefined) => setPatient(next && toPatient(next)),
    chooseTemplate(next: string) {
      setTemplateId(next)
      rememberChoices(userId, { templateId: next })
    },
    chooseWorkType(next: string) {
      setWorkType(next)
      if (next) rememberChoices(userId, { workType: next })
    },
  }
}

const useWorkTypes = (facilityId: string) =>
  useLoaded(useCallback((signal: AbortSignal) => listWorkTypes(facilityId, signal), [facilityId]))

const toPatient = ({ pid, firstName, lastName, birthDate, medicalRecordNumber }: PatientOption) => ({
  pid,
  firstName,
  lastName,
  birthDate,
  medicalRecordNumber,
})

const toDetails = (
  { facilityId, facilityName }: FacilityOption,
  patient: RecordingDetails['patient'],
  template: SectionTemplate | undefined,
  workType: string,
): RecordingDetails => ({
  facility: { facilityId, facilityName },
  patient,
  template: template ? { id: template.id, templateName: template.templateName } : null,
  workType: workType || null,
})
