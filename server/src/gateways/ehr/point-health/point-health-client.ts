import type { Clock } from '../../../platform/clock.ts'
import type { GuardedFetch } from '../../../platform/outbound/index.ts'
import { askEhr, type EhrAnswer, succeeded } from '../ask-ehr.ts'
import { Foreign } from '../foreign.ts'
import { type KeptTokens, keptTokens } from '../kept-tokens.ts'
import { EhrFailed, type EhrSettings } from '../port.ts'

/** What Dictara signs in to PointHealth with. */
export interface PointHealthAccess {
  /** Address of the organisation in the interface, without a slash at its end. */
  baseUrl: string
  facId: string
  userName: string
  password: string
}

export const accessOf = ({ ehrBaseUrl = '', ehrFacilityId = '', ehrUserName = '', ehrPassword = '' }: EhrSettings) => ({
  baseUrl: ehrBaseUrl.replace(/\/+$/, ''),
  facId: ehrFacilityId,
  userName: ehrUserName,
  password: ehrPassword,
})

/** Where people sign in, and tokens are given. */
export const authAt = ({ baseUrl }: PointHealthAccess, path: 'login' | 'token') =>
  `${new URL(baseUrl).origin}/auth/${path}`

export interface Tokens {
  accessToken: string
  /** Null: without an end that is told. */
  seconds: number | null
  refreshToken: string | null
}

/** The EHR doesn’t accept the code or refresh token, any more or at all (`invalid_grant` of RFC 6749). */
export class GrantRefused extends EhrFailed {}

/**
 * Asks for tokens, as the client that the facility is configured with.
 * @throws GrantRefused @throws EhrFailed for any other reason, which says nothing about the grant
 */
export async function askForTokens(
  fetchGuarded: GuardedFetch,
  access: PointHealthAccess,
  grant: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Tokens> {
  const { status, body } = await askEhr(fetchGuarded, authAt(access, 'token'), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${access.userName}:${access.password}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(grant).toString(),
    signal,
  })
  const answer = new Foreign('token', body ?? {})
  const accessToken = answer.whole('access_token')
  if (answer.text('error') === 'invalid_grant') throw new GrantRefused('refused', 'The EHR’s sign-in refused Dictara.')
  if (status === 401 || answer.text('error') === 'invalid_client')
    throw new EhrFailed('refused', 'The EHR doesn’t accept the user name and password of this facility.')
  if (status !== 200 || !accessToken) throw new EhrFailed('refused', 'The EHR’s sign-in refused Dictara.')
  return { accessToken, seconds: answer.number('expires_in'), refreshToken: answer.whole('refresh_token') }
}

export interface PointHealthClient {
  /** One request below the base URL; `what` tells people what it was for. @returns its content @throws EhrFailed */
  ask(path: string, what: string, request: PointHealthRequest): Promise<unknown>
}
export interface PointHealthRequest {
  method?: 'GET' | 'POST'
  content?: unknown
  headers?: Record<string, string>
  signal: AbortSignal
}

/** Tokens of facilities. */
export const facilityTokens = (fetchGuarded: GuardedFetch, clock: Clock): KeptTokens<PointHealthAccess> =>
  keptTokens(clock, async (access, signal) => {
    const { accessToken, seconds } = await askForTokens(
      fetchGuarded,
      access,
      { grant_type: 'client_credentials' },
      signal,
    )
    return { token: accessToken, seconds }
  })

/** As whom the interface is asked. */
export interface Bearer {
  get(signal: AbortSignal): Promise<string>
  /** After the token was refused: the request is sent once more, with another one. */
  renew(): Promise<void>
  /** When that one is refused too; absent: it is told like any refusal. */
  refused?(): Promise<never>
}

/** The interface of one organisation, asked as the facility or as a person. */
export function pointHealthClient(
  fetchGuarded: GuardedFetch,
  { baseUrl }: PointHealthAccess,
  bearer: Bearer,
): PointHealthClient {
  return {
    async ask(path, what, { method = 'GET', content, headers, signal }) {
      const send = async (): Promise<EhrAnswer> =>
        askEhr(fetchGuarded, `${baseUrl}/${path}`, {
          method,
          signal,
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${await bearer.get(signal)}`,
            ...(content === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(content === undefined ? {} : { body: JSON.stringify(content) }),
        })
      let answer = await send()
      if (answer.status === 401) {
        await bearer.renew()
        answer = await send()
        if (answer.status === 401) await bearer.refused?.()
      }
      return succeeded(answer, what)
    },
  }
}

/** All objects of a list that comes in pages: `{ data, paging: { hasMore } }`. */
export async function* listPages(
  client: PointHealthClient,
  path: string,
  parameters: Readonly<Record<string, string>>,
  { signal, from = 1 }: { signal: AbortSignal; from?: number },
): AsyncGenerator<{ page: number; rows: Foreign[]; hasMore: boolean }> {
  for (let page = from; page < from + mostPages; page += 1) {
    const query = new URLSearchParams({ ...parameters, page: String(page), pageSize: String(pageSize) })
    const body = new Foreign(
      path,
      await client.ask(`${path}?${query.toString()}`, 'show what Dictara asked for', { signal }),
    )
    const rows = body.parts('data')
    const hasMore = body.part('paging').isTrue('hasMore')
    yield { page, rows, hasMore }
    if (!hasMore) return
    if (rows.length === 0)
      throw new EhrFailed('refused', 'The EHR sent an empty page, but says that more pages follow.')
  }
  throw new EhrFailed('refused', 'The EHR has more pages than Dictara reads.')
}

const pageSize = 200
const mostPages = 1_000
