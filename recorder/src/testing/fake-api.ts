import type { NewDictation, SubmittedTakes } from '@dictara/browser/intake'
import type { StoredUser } from '@dictara/contract/identity'
import { arrivedTakes } from '../unsent/unsent.ts'
import { memoryServer } from './model/memory-server.ts'

const patients = [
  {
    pid: '00000000-0000-7000-8000-0000000000a1',
    firstName: 'Jane',
    lastName: 'Doe',
    birthDate: '1961-03-12',
    medicalRecordNumber: '10021',
    bedId: null,
    lastNoteDate: null,
  },
  {
    pid: '00000000-0000-7000-8000-0000000000a2',
    firstName: 'Jane',
    lastName: 'Doe',
    birthDate: '1984-11-02',
    medicalRecordNumber: '10377',
    bedId: null,
    lastNoteDate: null,
  },
  {
    pid: '00000000-0000-7000-8000-0000000000a3',
    firstName: 'Walter',
    lastName: 'Brook',
    birthDate: '1949-07-30',
    medicalRecordNumber: '10444',
    bedId: null,
    lastNoteDate: null,
  },
]
const nameOf = (patientId: string) => {
  const patient = patients.find(({ pid }) => pid === patientId)
  return patient ? `${patient.firstName} ${patient.lastName}` : 'Somebody'
}
const facility = (number: number, facilityName: string, disabled = false) => ({
  facilityId: `00000000-0000-7000-8000-0000000000f${number}`,
  facilityName,
  disabled,
  isParent: false,
})

export const aUser = (id: string, fullName: string) =>
  ({ id, token: `token-of-${id}`, fullName, clinicName: 'Harbour Clinic', userType: 'doctor' }) as StoredUser

const aHeading = (customUIHeading: string, description = '', required = false) => ({
  customUIHeading,
  description,
  required,
})

/** Returns a short template, like those of clinics. */
export const aTemplate = (more: object = {}) => ({
  id: '00000000-0000-7000-8000-0000000000e1',
  templateName: 'SOAP note',
  sectionHeadings: [
    aHeading('SUBJECTIVE', 'What the patient says, in their own words.', true),
    aHeading('OBJECTIVE', 'Vital signs first, then what you found.'),
    aHeading('ASSESSMENT', '', true),
    aHeading('PLAN'),
  ],
  templateDrivenFlowEnabled: false,
  ...more,
})

export const aPhrase = (key: string, phrase: string, more: object = {}) => ({
  id: `00000000-0000-7000-8000-${key
    .replace(/[^0-9a-f]/gi, '')
    .padStart(12, '0')
    .slice(-12)}`,
  key,
  phrase,
  dynamic: false,
  restrictedToTemplates: false,
  templateMapping: [] as { templateId: string; allHeadings: boolean; templateHeadings: string[] }[],
  ...more,
})

/**
 * A fault of the calls that `isMet` selects. `held` delays the answer; `answer lost` carries out the call but loses its
 * answer.
 */
interface Fault {
  isMet: (call: string) => boolean
  kind: 'held' | 'answer lost'
  over: Promise<void>
}

/** A fake server in this page's memory: it answers `fetch` in the browser tests. */
export function fakeApi() {
  const ada = aUser(`ada-${crypto.randomUUID()}`, 'Ada Lovett')
  const server = memoryServer(nameOf)
  const authors = new Map<string, string>()
  const faults = new Set<Fault>()
  const api = {
    ada,
    keys: new Map([['key-of-ada', ada]]),
    /** The patients of the last dictations. */
    recent: [] as string[],
    /** The person's roster, by the ids of its entries. */
    visits: new Map<string, { patientId: string; dateOfEncounter: string | null }>(),
    templates: [aTemplate()],
    /** Whether the server follows the headings of the current take. */
    listening: 'on' as 'on' | 'not-now' | 'off',
    heard: [] as { heading: string | null; atMs: number }[],
    unknown: [] as string[],
    /** The phrases in the Active list. */
    phrases: [] as ReturnType<typeof aPhrase>[],
    /** The person's unfinished jobs. */
    rows: [] as object[],
    isAway: false,
    isSignedOut: false,
    isBusy: false,
    calls: [] as string[],
    server,
    dictations: server.dictations,
    submits: [] as SubmittedTakes[],
    jobs: () => [...server.dictations.values()].flatMap(({ job }) => job ?? []),
    /** From now on, until the returned function is called, which then answers the waiting calls. */
    fault(match: RegExp | Fault['isMet'], kind: Fault['kind']) {
      const over = Promise.withResolvers<void>()
      const isMet = typeof match === 'function' ? match : (call: string) => match.test(call)
      const fault = { isMet, kind, over: over.promise }
      faults.add(fault)
      return () => {
        faults.delete(fault)
        over.resolve()
      }
    },
    /**
     * Sends the dictation on another computer: the sound that has arrived becomes a job, with the parts kept so far.
     */
    async sendFromElsewhere() {
      const [open] = server.listOpen()
      const { dictationId, patientId, facilityId } = open!
      return server.submit(dictationId, { patientId, facilityId, takes: arrivedTakes(open!) })
    },
  }

  function pageOf(items: readonly object[], { searchParams }: URL) {
    const size = Number(searchParams.get('size') ?? 10)
    const from = Number(searchParams.get('page') ?? 0) * size
    return ok(...items.slice(from, from + size))
  }
  const ok = (...result: unknown[]) => Response.json({ success: true, message: 'Success', result })
  const no = (status: number, code: string, message: string) =>
    Response.json({ success: false, message, code, result: [] }, { status })
  const refused = ({ status, code }: { status?: number; code?: string }) =>
    no(status ?? 500, code ?? '', refusals[code ?? ''] ?? 'The server did not accept this.')

  async function dictationAnswer(method: string, path: string, init: RequestInit | undefined, userId: string) {
    const [, , , dictationId = '', verb, take, , chunk] = path.split('/')
    if (method === 'POST' && !dictationId) {
      const body = JSON.parse(String(init?.body)) as NewDictation
      authors.set(body.dictationId, userId)
      return ok({ dictationId: body.dictationId, ...server.begin(body), chunkBytes: 1_048_576, limitBytes: 1 })
    }
    if (method === 'GET' && !dictationId)
      return ok(...server.listOpen().filter((one) => (authors.get(one.dictationId) ?? userId) === userId))
    if (verb === 'submit') {
      const body = JSON.parse(String(init?.body)) as SubmittedTakes
      api.submits.push(body)
      return ok(await server.submit(dictationId, body))
    }
    if (verb === 'headings-heard')
      return ok({ listening: api.listening, next: 0, heard: api.heard, unknown: api.unknown })
    if (!server.dictations.has(dictationId)) return no(404, 'not-found', 'Not found.')
    if (method === 'GET') return ok({ job: server.findJob(dictationId) ?? null })
    if (method === 'DELETE')
      return server.drop(dictationId) ? no(409, 'already-submitted', refusals['already-submitted']!) : ok({})
    const headers = new Headers(init?.headers)
    server.storeChunk({
      dictationId,
      take: Number(take),
      number: Number(chunk),
      bytes: init?.body as Uint8Array<ArrayBuffer>,
      durationMs: Number(headers.get('x-chunk-ms') ?? 0),
      sha256: headers.get('x-chunk-sha256')!,
    })
    return ok({ received: [] })
  }

  async function answer(method: string, url: URL, init: RequestInit | undefined): Promise<Response> {
    const path = url.pathname.replace(/^\/api/, '')
    if (path === '/config.json')
      return Response.json({
        productName: 'Dictara',
        webUrl: location.origin,
        recorderUrl: `${location.origin}/recorder`,
        limitBytes: 500 * 1_048_576,
      })
    if (path === '/authenticate/check-login') {
      const user = api.keys.get(url.searchParams.get('encryptedKey') ?? '')
      return user ? ok(user) : no(401, 'key-invalid', 'This sign-in link has been used or has expired. Sign in.')
    }
    if (api.isSignedOut) return no(401, 'signed-out', 'Sign in to continue.')
    const bearer = new Headers(init?.headers).get('authorization')?.replace('Bearer token-of-', '')
    const user = [...api.keys.values()].find(({ id }) => id === bearer)
    if (!user) return no(401, 'signed-out', 'Sign in to continue.')
    if (path === '/authenticate/token') return ok(user)
    if (path === '/authenticate/draft-key') return ok(btoa(user.id.padEnd(32, '.').slice(-32)))
    if (path === '/clinic/user/facilities')
      return ok(facility(1, 'Harbour North'), facility(2, 'Harbour South'), facility(3, 'Closed House', true))
    if (path.endsWith('/work-types')) return ok({ workTypes: ['Progress Note', 'Consultation'], workType: null })
    if (path.endsWith('/section-template')) return pageOf(api.templates, url)
    if (path.endsWith('/canned-text')) return pageOf(api.phrases, url)
    if (path.endsWith('/my-jobs')) return ok(...api.rows.filter(() => url.searchParams.get('status') === 'INPROGRESS'))
    if (path.endsWith('/recent')) return ok(...api.recent.map((pid) => patients.find((patient) => patient.pid === pid)))
    if (path.endsWith('/visit')) {
      const visit = api.visits.get(url.searchParams.get('rosterId') ?? '')
      if (!visit) return no(404, 'not-found', 'Not found.')
      const { facilityId, facilityName } = facility(2, 'Harbour South')
      const patient = patients.find(({ pid }) => pid === visit.patientId)
      return ok({ facility: { facilityId, facilityName }, patient, dateOfEncounter: visit.dateOfEncounter })
    }
    if (path === '/clinic/patients') {
      const {
        isAnother,
        facilityId: _,
        ...body
      } = JSON.parse(String(init?.body)) as (typeof patients)[number] & {
        isAnother: boolean
        facilityId: string
      }
      const alike = patients.some(
        ({ lastName, birthDate }) => lastName === body.lastName && birthDate === body.birthDate,
      )
      if (alike && !isAnother)
        return no(409, 'patient-looks-alike', `${body.firstName} ${body.lastName} is already here.`)
      const made = { ...body, medicalRecordNumber: body.medicalRecordNumber ?? 'D000001' }
      return ok({ ...made, id: '00000000-0000-7000-8000-0000000000aa' })
    }
    if (path.endsWith('/patients')) {
      const wanted = (url.searchParams.get('searchValue') ?? '').toLowerCase()
      return ok(...patients.filter((patient) => Object.values(patient).join(' ').toLowerCase().includes(wanted)))
    }
    const [, jobId] = /^\/clinic\/job\/(.+)\/patient$/.exec(path) ?? []
    if (jobId) return ok(server.changePatient(jobId, JSON.parse(String(init?.body)).patientId))
    if (!path.startsWith('/clinic/dictation')) return no(404, 'not-found', 'Not found.')
    return dictationAnswer(method, path, init, user.id).catch(refused)
  }

  const lost = () => new TypeError('Failed to fetch')
  const real = window.fetch
  window.fetch = async (input, init) => {
    const url = new URL(String(input), location.href)
    if (!url.pathname.startsWith('/api/')) return real(input, init)
    const method = init?.method ?? 'GET'
    const name = `${method} ${url.pathname}`
    api.calls.push(name)
    if (api.isAway) throw lost()
    if (api.isBusy && method === 'PUT') return no(503, 'database-away', 'The database does not answer in time.')
    const served = await answer(method, url, init)
    for (const { isMet, kind, over } of faults) {
      if (!isMet(name)) continue
      if (kind === 'answer lost') throw lost()
      const ended = new Promise<never>((_, reject) => init?.signal?.addEventListener('abort', () => reject(lost())))
      await Promise.race([over, ended])
    }
    return served
  }
  return Object.assign(api, { restore: () => (window.fetch = real) })
}

const refusals: Record<string, string> = {
  'already-submitted': 'This dictation has already been submitted.',
  'other-patient': 'The patient was changed meanwhile.',
  'other-bytes': 'Another recording is already stored.',
}
