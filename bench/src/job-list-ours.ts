import { password } from './job-list-database.ts'
import type { ListRequest } from './job-list-load.ts'
import { send } from './send.ts'

/** Signs in as the administrator of a clinic. Returns the headers of the session, as a browser sends them. */
export async function signIn(url: string, email: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/authenticate/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { result } = (await answer.json()) as { result: { token: string }[] }
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]!)
  return { authorization: `Bearer ${result[0]?.token}`, cookie: cookie.join('; ') }
}

/** Opens the product over HTTP, with a signed-in administrator for each clinic used. */
export async function openOurs(url: string, clinics: ReadonlyMap<string, number>) {
  const headers = new Map<string, Record<string, string>>()
  for (const [clinicId, n] of clinics) headers.set(clinicId, await signIn(url, `admin@${n}.example.org`))
  const get = async (path: string, clinicId: string) => {
    const { status, text } = await send('GET', `${url}/api${path}`, headers.get(clinicId)!)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text) as { size?: number; result: unknown[] }
  }
  return {
    /** Requests a page of the list. @returns its total */
    async run(request: ListRequest): Promise<number> {
      const query = new URLSearchParams({
        page: '0',
        size: '10',
        status: request.tab,
        sortKey: 'submissionTime',
        sortOrder: 'descend',
        searchValue: request.searchValue,
        facilityIds: request.facilityIds.join(','),
      })
      return (await get(`/clinic/doctor/my-jobs?${query}`, request.clinicId)).size!
    },
    /** Makes the calls of a page: the list, the list without its search, and the counts of the tabs. */
    async runPage(request: ListRequest): Promise<void> {
      await this.run(request)
      await this.run({ ...request, searchValue: '' })
      await get('/clinic/job/count/my-jobs', request.clinicId)
    },
  }
}
