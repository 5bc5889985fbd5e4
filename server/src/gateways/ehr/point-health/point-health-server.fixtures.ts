import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EhrSettings } from '../port.ts'

type Row = Record<string, unknown>
interface Answered {
  status: number
  body?: unknown
}
interface Note extends Row {
  externalId: string
  struckOut: boolean
  /** The person whose token was sent with the note. */
  by: string
}

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

function listed(rows: readonly unknown[], query: URLSearchParams, most: number): Answered {
  const page = Number(query.get('page') ?? 1)
  const size = Math.min(most, Number(query.get('pageSize') ?? 50))
  return {
    status: 200,
    body: { data: rows.slice((page - 1) * size, page * size), paging: { hasMore: rows.length > page * size } },
  }
}

/** Sends a string as HTML, and anything else as JSON. */
function send(answer: ServerResponse, status: number, body: unknown) {
  const isPage = typeof body === 'string'
  answer.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json' })
  answer.end(isPage || body === undefined ? body : JSON.stringify(body))
}

const credentials = { ehrFacilityId: '7', ehrUserName: 'dictara', ehrPassword: 'secret' }

/** The data of the strict server below. */
interface Stock {
  patients: (Row & { patientId: string; patientStatus: string })[]
  /** By part and patient, for example `contacts p1`. A part that is left out can’t be read. */
  parts: Map<string, unknown>
  notes: Note[]
}

/**
 * A strict server with the interface of docs/operating/ehr.md: pages with `hasMore`, tokens that expire, refresh tokens
 * that work once, and notes with an idempotency key. It refuses all other requests.
 */
export async function pointHealthServer() {
  const stock: Stock = { patients: [], parts: new Map(), notes: [] }
  const state = {
    behaviour: 'accept' as 'accept' | 'refuse' | 'hang' | 'accept-then-time-out',
    pageSize: 200,
    /** The person for whom each token was issued. */
    tokens: new Map<string, string>(),
    refreshTokens: new Map<string, string>(),
    codes: new Map<string, { person: string; redirectUri: string }>(),
    accessSeconds: 3_600,
    refreshes: 0,
    /** The answer to a token request instead of a token, if set. */
    tokenFault: null as Answered | null,
  }

  function give(person: string): Answered {
    const [access, refresh] = [randomUUID(), randomUUID()]
    state.tokens.set(access, person)
    state.refreshTokens.set(refresh, person)
    return {
      status: 200,
      body: {
        access_token: access,
        expires_in: state.accessSeconds,
        ...(person !== 'facility' && { refresh_token: refresh }),
      },
    }
  }

  function token(authorization: string | undefined, form: URLSearchParams): Answered {
    if (authorization !== `Basic ${Buffer.from('dictara:secret').toString('base64')}`)
      return { status: 401, body: { error: 'invalid_client' } }
    const grant = form.get('grant_type')
    if (grant === 'client_credentials') return give('facility')
    if (grant === 'authorization_code') {
      const code = state.codes.get(form.get('code') ?? '')
      state.codes.delete(form.get('code') ?? '')
      if (code && code.redirectUri === form.get('redirect_uri')) return give(code.person)
    }
    const refresh = form.get('refresh_token') ?? ''
    const person = grant === 'refresh_token' ? state.refreshTokens.get(refresh) : undefined
    if (!person) return { status: 400, body: { error: 'invalid_grant' } }
    state.refreshes += 1
    state.refreshTokens.delete(refresh)
    return give(person)
  }

  const list = (rows: readonly unknown[], query: URLSearchParams) => listed(rows, query, state.pageSize)

  function takeNote(content: Row, key: string, by: string): Answered {
    if (key !== content.externalId || typeof content.text !== 'string') return { status: 422 }
    const known = stock.notes.find(({ externalId }) => externalId === key)
    if (!known) stock.notes.push({ ...content, externalId: key, progressNoteId: randomUUID(), struckOut: false, by })
    return { status: 201, body: {} }
  }

  async function handle(request: IncomingMessage): Promise<Answered> {
    const url = new URL(request.url!, 'http://localhost')
    const text = await bodyOf(request)
    if (url.pathname === '/auth/token')
      return state.tokenFault ?? token(request.headers.authorization, new URLSearchParams(text))
    const by = state.tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!by) return { status: 401, body: { error: 'invalid_token' } }
    if (state.behaviour === 'refuse') return { status: 403 }
    if (state.behaviour === 'hang') return { status: 200 }
    const [kind = '', id, action] = url.pathname.replace('/api/orgs/o1/', '').split('/')
    if (request.method === 'POST' && kind === 'progress-notes') {
      if (id === undefined) return takeNote(JSON.parse(text), String(request.headers['idempotency-key']), by)
      const note = stock.notes.find(({ progressNoteId }) => progressNoteId === id)
      if (note && action === 'strike-out') note.struckOut = true
      return { status: note ? 200 : 404, body: {} }
    }
    const { searchParams: query } = url
    if (kind === 'progress-notes')
      return list(
        stock.notes.filter(({ externalId }) => externalId === query.get('externalId')),
        query,
      )
    if (kind === 'patients' && id === undefined) {
      const rows = stock.patients.filter(({ patientStatus }) => patientStatus === query.get('patientStatus'))
      return query.get('facId') === '7' ? list(rows, query) : { status: 403 }
    }
    if (kind === 'patients') {
      const patient = stock.patients.find(({ patientId }) => patientId === id)
      return { status: patient ? 200 : 404, body: patient }
    }
    const part = stock.parts.get(`${kind} ${query.get('patientId')}`)
    if (part === undefined) return { status: 404 }
    return Array.isArray(part) ? list(part, query) : { status: 200, body: part }
  }

  const server = http.createServer((request, answer) => {
    void handle(request).then(({ status, body }) => {
      const isHeldBack =
        state.behaviour === 'accept-then-time-out' &&
        request.url!.includes('progress-notes') &&
        request.method === 'POST'
      if (state.behaviour === 'hang' || isHeldBack) return
      send(answer, status, body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...stock,
    state,
    settings: { ...credentials, ehrBaseUrl: `http://127.0.0.1:${port}/api/orgs/o1` } satisfies EhrSettings,
    place: `127.0.0.1:${port}`,
    behave: (wanted: typeof state.behaviour) => {
      state.behaviour = wanted
      return Promise.resolve()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
