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
  /** It is offered no more; whoever dictates on it still sees its headings. Unix milliseconds. */
  goneAt?: number
}
/** A phrase as it can be looked up while somebody dictates. */
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
  /** Those in use. */
  phrases?: PhraseOption[]
}
interface Known extends Words {
  facilities?: FacilityOption[]
  /** By facility. */
  workTypes: Record<string, FacilityWorkTypes>
  /** Those found or chosen last come first; `seenAt` in Unix milliseconds. */
  patients: { facilityId: string; patient: Patient; seenAt: number; isChosen?: boolean }[]
}

/** What a dictation may be about, as the server said last: so that one can be begun while it cannot be reached. */
export interface RememberedLists {
  readonly known: Known
  remember(lists: Partial<Pick<Known, 'facilities' | 'templates' | 'phrases'>>): void
  rememberWorkTypes(facilityId: string, workTypes: FacilityWorkTypes): void
  rememberPatients(facilityId: string, patients: readonly Patient[]): void
  /** For whom somebody is going to dictate. */
  rememberChosen(facilityId: string, patient: Patient): void
  /** Removes all of it from this browser: the session is over. */
  forget(): Promise<void>
}

const kind = 'remembered-lists'
const id = 'all'
/** Templates and phrases may be long: they are not written anew with each patient. */
const wordsId = 'words'
const nothing: Known = { workTypes: {}, patients: [] }
/** Nobody's name stays longer than it is likely to be needed, and no template that is gone. */
const keptMs = 7 * 86_400_000
const patientsMost = 100

/** What is kept of a patient. */
export const toPatient = ({ pid, firstName, lastName, birthDate, medicalRecordNumber }: Patient): Patient => ({
  pid,
  firstName,
  lastName,
  birthDate,
  medicalRecordNumber,
})

/** The lists of one user, encrypted as their recordings are: sealed with a key that is written down nowhere (Q194). */
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
    // without room for it there is nothing to choose from without network, and nothing else
    writing = writing.then(() => store.put(...entries)).catch(() => undefined)
  }

  /** Those offered by now, and those that somebody may still be dictating on. */
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

/** The session of somebody was over before the page was opened. */
export const forgetRememberedLists = (userId: string) => forgetEntries(userId, kind).catch(() => undefined)

const nobodys: RememberedLists = {
  known: nothing,
  remember: () => undefined,
  rememberWorkTypes: () => undefined,
  rememberPatients: () => undefined,
  rememberChosen: () => undefined,
  forget: async () => undefined,
}
/** Of the person at work. */
export const RememberedListsContext = createContext(nobodys)
