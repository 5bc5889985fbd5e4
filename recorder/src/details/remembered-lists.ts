import { type EncryptedStore, forgetEntries, type NewEntry } from '@dictara/browser/encrypted-store'
import type { RecordingDetails } from '@dictara/browser/recordings'
import type { FacilityOption } from '@dictara/contract/facilities'
import type { CannedText } from '@dictara/contract/phrases'
import type { SectionTemplate, TemplateHeading } from '@dictara/contract/templates'
import { createContext } from 'react'

type Patient = RecordingDetails['patient']
export type HeadingOption = Pick<TemplateHeading, 'customUIHeading' | 'description' | 'required'>
export interface TemplateOption extends Pick<SectionTemplate, 'id' | 'templateName'> {
  headings: HeadingOption[]
  isDirectional: boolean
  /** When it stopped being offered, Unix milliseconds; a dictation already using it still shows its headings. */
  goneAt?: number
}
/** A phrase as it can be looked up during dictation. */
export type PhraseOption = Pick<
  CannedText,
  'id' | 'key' | 'phrase' | 'dynamic' | 'restrictedToTemplates' | 'templateMapping'
>
export interface FacilityWorkTypes {
  workTypes: string[]
  workType: string | null
}

interface Words {
  templates?: TemplateOption[]
  /** The phrases in the Active list. */
  phrases?: PhraseOption[]
}
interface Known extends Words {
  facilities?: FacilityOption[]
  /** The lists of each facility, by its id. */
  workTypes: Record<string, FacilityWorkTypes>
  /** The patients who were found or chosen last come first; `seenAt` is in Unix milliseconds. */
  patients: { facilityId: string; patient: Patient; seenAt: number; isChosen?: boolean }[]
}

/** The server's last lists of choices for a dictation, so that one can start while the server cannot be reached. */
export interface RememberedLists {
  readonly known: Known
  remember(lists: Partial<Pick<Known, 'facilities' | 'templates' | 'phrases'>>): void
  rememberWorkTypes(facilityId: string, workTypes: FacilityWorkTypes): void
  rememberPatients(facilityId: string, patients: readonly Patient[]): void
  /** Stores the chosen patient of a dictation. */
  rememberChosen(facilityId: string, patient: Patient): void
  /** Removes all lists from this browser, because the session has ended. */
  forget(): Promise<void>
}

const kind = 'remembered-lists'
const id = 'all'
/** Templates and phrases may be long, so they are not written again with each patient. */
const wordsId = 'words'
const nothing: Known = { workTypes: {}, patients: [] }
/** Patients' names are removed when they are unlikely to be needed, and so are templates no longer offered. */
const keptMs = 7 * 86_400_000
const patientsMost = 100

/** The stored data of a patient. */
export const toPatient = ({ pid, firstName, lastName, birthDate, medicalRecordNumber }: Patient): Patient => ({
  pid,
  firstName,
  lastName,
  birthDate,
  medicalRecordNumber,
})

/** The lists of one user, encrypted like their recordings, with a key that is not stored anywhere (Q194). */
export async function openRememberedLists(store: EncryptedStore, now = Date.now): Promise<RememberedLists> {
  const entry = await store.get<Known>(kind, id).catch(() => undefined)
  const isFresh = ({ seenAt }: Known['patients'][number]) => now() - seenAt < keptMs
  const words = await store.get<Words>(kind, wordsId).catch(() => undefined)
  let known: Known = {
    ...(entry ? { ...entry.value, patients: entry.value.patients.filter(isFresh) } : nothing),
    ...words?.value,
  }
  let writing: Promise<unknown> = Promise.resolve()
  if (entry && known.patients.length < entry.value.patients.length) become(known)

  function become(next: Known) {
    const { templates, phrases, ...rest } = next
    const entries: NewEntry[] = [{ kind, id, value: rest }]
    if (templates !== known.templates || phrases !== known.phrases)
      entries.push({ kind, id: wordsId, value: { templates, phrases } satisfies Words })
    known = next
    // Without space for them, there are only no choices without network.
    writing = writing.then(() => store.put(...entries)).catch(() => undefined)
  }

  /** The templates offered now, and those that a dictation may still use. */
  function withGone(offered: readonly TemplateOption[]): TemplateOption[] {
    const gone = (known.templates ?? [])
      .filter((one) => !offered.some((other) => other.id === one.id))
      .map((one) => ({ ...one, goneAt: one.goneAt ?? now() }))
    return [...offered, ...gone.filter(({ goneAt }) => now() - goneAt < keptMs)]
  }

  function see(facilityId: string, some: readonly Patient[], isChosen = false) {
    if (some.length === 0) return
    const here = known.patients.filter((one) => one.facilityId === facilityId)
    const wasChosen = ({ pid }: Patient) => here.some((one) => one.isChosen && one.patient.pid === pid)
    const seen = some.map((patient) => ({
      facilityId,
      patient: toPatient(patient),
      seenAt: now(),
      ...((isChosen || wasChosen(patient)) && { isChosen: true }),
    }))
    const isAgain = (one: Known['patients'][number]) =>
      one.facilityId === facilityId && some.some(({ pid }) => pid === one.patient.pid)
    const others = known.patients.filter((one) => !isAgain(one))
    become({ ...known, patients: [...seen, ...others].slice(0, patientsMost) })
  }

  return {
    get known() {
      return known
    },
    remember: (lists) =>
      become({ ...known, ...lists, ...(lists.templates && { templates: withGone(lists.templates) }) }),
    rememberWorkTypes: (facilityId, workTypes) =>
      become({ ...known, workTypes: { ...known.workTypes, [facilityId]: workTypes } }),
    rememberPatients: (facilityId, some) => see(facilityId, some),
    rememberChosen: (facilityId, patient) => see(facilityId, [patient], true),
    async forget() {
      known = nothing
      writing = writing.then(() => Promise.all([store.delete(kind, id), store.delete(kind, wordsId)]))
      await writing
    },
  }
}

/** Called if the person's session was over before the page was opened. */
export const forgetRememberedLists = (userId: string) => forgetEntries(userId, kind).catch(() => undefined)

const nobodys: RememberedLists = {
  known: nothing,
  remember: () => undefined,
  rememberWorkTypes: () => undefined,
  rememberPatients: () => undefined,
  rememberChosen: () => undefined,
  forget: async () => undefined,
}
/** The lists of the person at work. */
export const RememberedListsContext = createContext(nobodys)
