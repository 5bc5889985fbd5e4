import { takeHash } from '@dictara/browser/chunk-hash'
import type { JobOfDictation } from '@dictara/browser/intake'
import type { StoredUser } from '@dictara/contract/identity'
import type { OpenDictation } from '../sending/shelf.ts'

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

interface FakeDictation {
  body: Record<string, string>
  chunks: Map<string, { bytes: Uint8Array<ArrayBuffer>; sha256: string }>
  job?: JobOfDictation
}

/** The server as the recorder knows it, in this page's memory: what `fetch` answers in the browser tests. */
export function fakeApi() {
  const ada = aUser(`ada-${crypto.randomUUID()}`, 'Ada Lovett')
  const api = {
    ada,
    keys: new Map([['key-of-ada', ada]]),
    isAway: false,
    isSignedOut: false,
    isBusy: false,
    calls: [] as string[],
    dictations: new Map<string, FakeDictation>(),
    elsewhere: [] as Partial<OpenDictation>[],
    submits: [] as {
      patientId?: string
      takes: { take: number; chunks: number }[]
      cuts?: { take: number; startMs: number; endMs: number }[]
    }[],
  }

  const ok = (...result: unknown[]) => Response.json({ success: true, message: 'Success', result })
  const no = (status: number, code: string, message: string) =>
    Response.json({ success: false, message, code, result: [] }, { status })

  const takesOf = (chunks: FakeDictation['chunks']) =>
    [...new Set([...chunks.keys()].map((name) => Number(name.split('/')[0])))].map((take) => ({
      take,
      received: [...chunks.keys()]
        .filter((name) => name.startsWith(`${take}/`))
        .map((name) => [Number(name.split('/')[1]), Number(name.split('/')[1])]),
      durationMs: 800 * [...chunks.keys()].filter((name) => name.startsWith(`${take}/`)).length,
    }))
  const jobOf = async (known: FakeDictation, dictationId: string, body: (typeof api.submits)[number]) => ({
    jobId: dictationId,
    jobNumber: String(10_000 + api.submits.length),
    patientId: known.body['patientId']!,
    patientName: nameOf(known.body['patientId']!),
    takes: await Promise.all(
      body.takes.map(async ({ take, chunks }) => {
        const hashes = Array.from(
          { length: chunks },
          (_, number) => known.chunks.get(`${take}/${number}`)?.sha256 ?? '',
        )
        return { take, chunks, sha256: await takeHash(hashes) }
      }),
    ),
    cuts: body.cuts ?? null,
  })

  async function submit(dictationId: string, body: (typeof api.submits)[number]) {
    const known = api.dictations.get(dictationId)
    api.submits.push(body)
    if (known) {
      if (body.patientId && body.patientId !== known.body['patientId'])
        return no(409, known.job ? 'already-submitted' : 'other-patient', 'The patient was changed meanwhile.')
      known.job ??= await jobOf(known, dictationId, body)
      return ok(known.job)
    }
    api.elsewhere = []
    return ok({ jobId: dictationId, jobNumber: '20001', patientId: 'p', patientName: 'P', takes: [], cuts: null })
  }

  async function answer(method: string, url: URL, init: RequestInit | undefined): Promise<Response> {
    const path = url.pathname.replace(/^\/api/, '')
    const [, , , dictationId = '', verb, take, , chunk] = path.split('/')
    if (path === '/config.json')
      return Response.json({
        productName: 'Dictara',
        webUrl: location.origin,
        recorderUrl: `${location.origin}/recorder`,
        limitBytes: 500 * 1_048_576,
      })
    if (path === '/authenticate/check-login') {
      const user = api.keys.get(url.searchParams.get('encryptedKey') ?? '')
      return user
        ? ok(user)
        : no(401, 'key-invalid', 'This sign-in link was used already or is too old. Please sign in.')
    }
    if (api.isSignedOut) return no(401, 'signed-out', 'Please sign in to continue.')
    const bearer = new Headers(init?.headers).get('authorization')?.replace('Bearer token-of-', '')
    const user = [...api.keys.values()].find(({ id }) => id === bearer)
    if (!user) return no(401, 'signed-out', 'Please sign in to continue.')
    if (path === '/authenticate/token') return ok(user)
    if (path === '/authenticate/draft-key') return ok(btoa(user.id.padEnd(32, '.').slice(-32)))
    if (path === '/clinic/user/facilities')
      return ok(facility(1, 'Harbour North'), facility(2, 'Harbour South'), facility(3, 'Closed House', true))
    if (path.endsWith('/work-types')) return ok({ workTypes: ['Progress Note', 'Consultation'], workType: null })
    if (path.endsWith('/section-template'))
      return ok({ id: '00000000-0000-7000-8000-0000000000e1', templateName: 'SOAP note' })
    if (path.endsWith('/patients')) {
      const wanted = (url.searchParams.get('searchValue') ?? '').toLowerCase()
      return ok(...patients.filter((patient) => Object.values(patient).join(' ').toLowerCase().includes(wanted)))
    }
    if (!path.startsWith('/clinic/dictation')) return no(404, 'not-found', 'This was not found.')
    if (method === 'GET' && !dictationId) return ok(...api.elsewhere)
    if (method === 'POST' && !dictationId) {
      const body = JSON.parse(String(init?.body)) as Record<string, string>
      const known: FakeDictation = api.dictations.get(body['dictationId']!) ?? { body, chunks: new Map() }
      if (known.job) return no(409, 'already-submitted', 'This dictation has already been submitted.')
      if (Number(body['version']) >= Number(known.body['version'])) known.body = body
      api.dictations.set(body['dictationId']!, known)
      return ok({
        dictationId: body['dictationId'],
        version: known.body['version'],
        cuts: known.body['cuts'],
        chunkBytes: 1_048_576,
        limitBytes: 1,
        takes: takesOf(known.chunks),
      })
    }
    if (verb === 'submit') return submit(dictationId, JSON.parse(String(init?.body)))
    const known = api.dictations.get(dictationId)
    if (!known) return no(404, 'not-found', 'This was not found.')
    if (method === 'DELETE') {
      if (known.job) return no(409, 'already-submitted', 'This dictation has already been submitted.')
      api.dictations.delete(dictationId)
      return ok({})
    }
    if (method === 'GET') return ok({ job: known.job ?? null })
    const sha256 = new Headers(init?.headers).get('x-chunk-sha256')!
    const stored = known.chunks.get(`${take}/${chunk}`)
    if (stored && stored.sha256 !== sha256) return no(409, 'other-bytes', 'Another recording is already stored.')
    if (!stored && known.job) return no(409, 'already-submitted', 'This dictation has already been submitted.')
    known.chunks.set(`${take}/${chunk}`, { bytes: init?.body as Uint8Array<ArrayBuffer>, sha256 })
    return ok({ received: [] })
  }

  const real = window.fetch
  window.fetch = async (input, init) => {
    const url = new URL(String(input), location.href)
    if (!url.pathname.startsWith('/api/')) return real(input, init)
    const method = init?.method ?? 'GET'
    api.calls.push(`${method} ${url.pathname}`)
    if (api.isAway) throw new TypeError('Failed to fetch')
    if (api.isBusy && method === 'PUT') return no(503, 'database-away', 'The database cannot be reached right now.')
    return answer(method, url, init)
  }
  return Object.assign(api, { restore: () => (window.fetch = real) })
}
