import type { StoredUser } from '@dictara/contract/identity'

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
const facility = (number: number, facilityName: string, disabled = false) => ({
  facilityId: `00000000-0000-7000-8000-0000000000f${number}`,
  facilityName,
  disabled,
  isParent: false,
})

export const aUser = (id: string, fullName: string) =>
  ({ id, token: `token-of-${id}`, fullName, clinicName: 'Harbour Clinic', userType: 'doctor' }) as StoredUser

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
    dictations: new Map<string, { body: Record<string, string>; chunks: Map<string, Blob>; jobNumber?: string }>(),
    elsewhere: [] as { dictationId: string; patientName: string; createdDate: string; takes: unknown[] }[],
    submits: [] as {
      takes: { take: number; chunks: number }[]
      cuts?: { take: number; startMs: number; endMs: number }[]
    }[],
  }

  const ok = (...result: unknown[]) => Response.json({ success: true, message: 'Success', result })
  const no = (status: number, code: string, message: string) =>
    Response.json({ success: false, message, code, result: [] }, { status })

  const takesOf = (chunks: Map<string, Blob>) =>
    [...new Set([...chunks.keys()].map((name) => Number(name.split('/')[0])))].map((take) => ({
      take,
      received: [...chunks.keys()]
        .filter((name) => name.startsWith(`${take}/`))
        .map((name) => [Number(name.split('/')[1]), Number(name.split('/')[1])]),
    }))

  function submit(dictationId: string, body: (typeof api.submits)[number]) {
    const known = api.dictations.get(dictationId)
    api.submits.push(body)
    if (known) {
      known.jobNumber ??= String(10_000 + api.submits.length)
      return ok({ jobId: dictationId, jobNumber: known.jobNumber })
    }
    api.elsewhere = []
    return ok({ jobId: dictationId, jobNumber: '20001' })
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
      const known = api.dictations.get(body['dictationId']!) ?? { body, chunks: new Map<string, Blob>() }
      api.dictations.set(body['dictationId']!, known)
      return ok({
        dictationId: body['dictationId'],
        chunkBytes: 1_048_576,
        limitBytes: 1,
        takes: takesOf(known.chunks),
      })
    }
    if (verb === 'submit') return submit(dictationId, JSON.parse(String(init?.body)))
    const known = api.dictations.get(dictationId)
    if (!known) return no(404, 'not-found', 'This was not found.')
    if (method === 'DELETE') {
      api.dictations.delete(dictationId)
      return ok({})
    }
    if (method === 'GET') return ok({ jobId: known.jobNumber ? dictationId : null, jobNumber: known.jobNumber ?? null })
    known.chunks.set(`${take}/${chunk}`, new Blob([init?.body as BlobPart]))
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
