import type { RecordingDetails } from '@dictara/browser/recordings'
import type { FacilityOption } from '@dictara/contract/facilities'
import { use, useCallback, useState } from 'react'
import { listFacilities, listRecentPatients, listWorkTypes, type Visit } from '../server-calls.ts'
import { rememberChoices, rememberedChoices } from './remembered-choices.ts'
import { RememberedListsContext, toPatient } from './remembered-lists.ts'
import { listTemplateOptions } from './template-options.ts'
import { useListed } from './use-listed.ts'

/** What is being chosen for a dictation; whole when facility and patient are there. */
export interface DetailsChoice {
  facility: FacilityOption | undefined
  patient: RecordingDetails['patient'] | undefined
  template: RecordingDetails['template'] | undefined
  workType: string
  isStat: boolean
  /** Of the visit of a roster. */
  dateOfEncounter?: string | undefined
}

/** The choices that a dictation needs, what may be chosen, and what was chosen last. */
export function useDetails(userId: string, initial?: RecordingDetails, visit?: Visit) {
  const about = initial ?? visit
  const remembered = rememberedChoices(userId)
  const lists = use(RememberedListsContext)
  const facilities = useListed(
    listFacilities,
    () => lists.known.facilities,
    (value) => lists.remember({ facilities: value }),
  )
  const templates = useListed(
    listTemplateOptions,
    () => lists.known.templates?.filter(({ goneAt }) => !goneAt),
    (value) => lists.remember({ templates: value }),
  )
  const [chosenId, chooseId] = useState(about?.facility.facilityId ?? remembered.facilityId ?? '')
  const options = facilities.value ?? []
  const [patient, setPatient] = useState<RecordingDetails['patient'] | undefined>(about && toPatient(about.patient))
  // The day is that of the visit of this patient, and of nobody else.
  const dateOfEncounter = patient && patient.pid === about?.patient.pid ? about.dateOfEncounter : undefined
  // It stands beside the patient, who is looked for in it: who never chose one sees the first. A patient stays in their own.
  const facility = options.find((option) => option.facilityId === chosenId) ?? (patient ? undefined : options[0])
  const facilityId = facility?.facilityId ?? ''
  const [templateId, setTemplateId] = useState(initial ? (initial.template?.id ?? '') : (remembered.templateId ?? ''))
  const [isTemplateChosen, setTemplateChosen] = useState(initial !== undefined)
  const [workType, setWorkType] = useState<string | undefined>(initial ? (initial.workType ?? '') : undefined)
  const [isStat, setStat] = useState(initial?.isStat ?? false)
  const workTypes = useWorkTypes(facilityId)
  const recent = useRecentPatients(facilityId)
  const template = templates.value?.find(({ id }) => id === templateId) ?? ofRecording(initial, templateId)
  const usual = workTypes.value
  const shownWorkType = [workType, remembered.workType, usual?.workType].find(
    (candidate) => candidate === '' || (candidate && usual?.workTypes.includes(candidate)),
  )
  const isLoading = templates.state === 'loading' || workTypes.state === 'loading'

  return {
    facilities,
    templates,
    workTypes,
    /** For whom this person dictated last here. */
    recent,
    isLoading,
    /** It is that of the dictation before. */
    isTemplateKept: template !== undefined && !isTemplateChosen,
    isRemembered: [facilities, templates, workTypes].some((listed) => listed.isRemembered),
    choice: {
      facility,
      patient,
      template,
      workType: shownWorkType ?? '',
      isStat,
      dateOfEncounter,
    } satisfies DetailsChoice,
    // what was chosen last is not dropped because it is still loading
    details:
      isLoading || !facility || !patient
        ? undefined
        : {
            ...toDetails(facility, patient, template, shownWorkType ?? ''),
            ...(isStat && { isStat }),
            ...(dateOfEncounter && { dateOfEncounter }),
          },
    chooseFacility(next: string) {
      // a patient belongs to a facility: another facility, another search
      if (next !== facilityId) setPatient(undefined)
      chooseId(next)
      rememberChoices(userId, { facilityId: next })
    },
    choosePatient(next: RecordingDetails['patient'] | undefined) {
      setPatient(next && toPatient(next))
      chooseId(facilityId)
      if (next) lists.rememberChosen(facilityId, next)
    },
    chooseTemplate(next: string) {
      setTemplateId(next)
      setTemplateChosen(true)
      rememberChoices(userId, { templateId: next })
    },
    // never remembered: what is urgent is said anew each time
    chooseStat: setStat,
    chooseWorkType(next: string) {
      setWorkType(next)
      if (next) rememberChoices(userId, { workType: next })
    },
  }
}

/** What was begun on a template stays on it, though it is offered no more, until another is chosen. */
const ofRecording = (initial: RecordingDetails | undefined, templateId: string) =>
  initial?.template?.id === templateId ? initial.template : undefined

function useWorkTypes(facilityId: string) {
  const lists = use(RememberedListsContext)
  return useListed(
    useCallback((signal: AbortSignal) => listWorkTypes(facilityId, signal), [facilityId]),
    () => lists.known.workTypes[facilityId],
    (value) => facilityId && lists.rememberWorkTypes(facilityId, value),
  )
}

const recentMost = 5

/** As the server knows them from whichever computer; without it, those who were chosen here. */
function useRecentPatients(facilityId: string): RecordingDetails['patient'][] | undefined {
  const lists = use(RememberedListsContext)
  const listed = useListed<RecordingDetails['patient'][]>(
    useCallback((signal: AbortSignal) => listRecentPatients(facilityId, signal), [facilityId]),
    () =>
      lists.known.patients
        .filter((one) => one.isChosen && one.facilityId === facilityId)
        .map(({ patient }) => patient)
        .slice(0, recentMost),
    () => undefined,
  )
  return listed.value
}

const toDetails = (
  { facilityId, facilityName }: FacilityOption,
  patient: RecordingDetails['patient'],
  template: RecordingDetails['template'] | undefined,
  workType: string,
): RecordingDetails => ({
  facility: { facilityId, facilityName },
  patient,
  template: template ? { id: template.id, templateName: template.templateName } : null,
  workType: workType || null,
})
