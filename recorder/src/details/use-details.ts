import type { RecordingDetails } from '@dictara/browser/recordings'
import type { FacilityOption } from '@dictara/contract/facilities'
import { use, useCallback, useState } from 'react'
import { listFacilities, listRecentPatients, listWorkTypes, type Visit } from '../server-calls.ts'
import { rememberChoices, rememberedChoices } from './remembered-choices.ts'
import { RememberedListsContext, toPatient } from './remembered-lists.ts'
import { listTemplateOptions } from './template-options.ts'
import { useListed } from './use-listed.ts'

/** The choices for a dictation in progress; complete once facility and patient are chosen. */
export interface DetailsChoice {
  facility: FacilityOption | undefined
  patient: RecordingDetails['patient'] | undefined
  template: RecordingDetails['template'] | undefined
  workType: string
  isStat: boolean
  /** The date of encounter of the roster visit. */
  dateOfEncounter?: string | undefined
}

/** The choices that a dictation needs, their options, and the last choices. */
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
  // The day applies only to the visit of this patient.
  const dateOfEncounter = patient && patient.pid === about?.patient.pid ? about.dateOfEncounter : undefined
  // It is shown beside the patient search, which uses it: without an earlier choice it is the first one. A chosen
  // patient keeps their own facility.
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
    /** The patients this person dictated for last here. */
    recent,
    isLoading,
    /** The template is that of the dictation before. */
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
    // The last choice is kept while the list is still loading.
    details:
      isLoading || !facility || !patient
        ? undefined
        : {
            ...toDetails(facility, patient, template, shownWorkType ?? ''),
            ...(isStat && { isStat }),
            ...(dateOfEncounter && { dateOfEncounter }),
          },
    chooseFacility(next: string) {
      // A patient belongs to a facility, so another facility needs another search.
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
    // Never remembered: urgency is chosen again each time.
    chooseStat: setStat,
    chooseWorkType(next: string) {
      setWorkType(next)
      if (next) rememberChoices(userId, { workType: next })
    },
  }
}

/** A recording keeps its template even if it is no longer offered, until another one is chosen. */
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

/** From the server, which knows them from all computers; without it, those chosen here. */
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
