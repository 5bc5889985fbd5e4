import type { Page, Route } from '@playwright/test'

/** The states in which a screen is shown. */
export const states = ['full', 'empty', 'long', 'error'] as const
export type State = (typeof states)[number]

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The calls whose answers a state changes: jobs, people, mails and notes, but not the person and their settings. */
const listed =
  /\/api\/clinic\/(?!user\/(preferences|facilities)|doctor\/patient-roster\/config|facility\/|job\/[\w-]{36}(?:$|\?|\/(?:audio|work-types|section-headings)))/
const ofClinic = /\/api\/clinic\//
/** The lists of the audit, whose filters are sent in a body. */
const listedByPost = /\/(?:audit\/(?:login-data|jobs)|biller\/jobs\/audit)$/
const names = /^(?:\w*(?<!job)[nN]ame|author|email|workType|comment|room|bed|bedId)$/

/** Lengthens a name to a hundred letters, keeping its beginning. */
function lengthened(name: string): string {
  const long = `${name}-Featherstonehaugh-Cholmondeley-Wolfeschlegelsteinhausenbergerdorff-Papadiamantopoulos-Ramanathapuram`
  return long.slice(0, 100)
}

const isRow = (value: Json) =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'jobId', 'clinicId', 'patientRosterId', 'to'].some((key) => key in value)

/** Empties an answer as for a person who has nothing yet: no rows, and every count is zero. */
function emptied(value: Json): Json {
  if (typeof value === 'number') return 0
  if (Array.isArray(value)) return value.some((one) => isRow(one) || typeof one !== 'object') ? [] : value.map(emptied)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, Array.isArray(one) && key !== 'result' ? [] : emptied(one)]),
  )
}

/** Removes a note's text but keeps its facts. */
function withoutText(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, Array.isArray(one) && key !== 'result' ? [] : withoutText(one)]),
  )
}

function withLongNames(value: Json, key = ''): Json {
  if (typeof value === 'string') return names.test(key) && value !== '' ? lengthened(value) : value
  if (Array.isArray(value)) return value.map((one) => withLongNames(one, key))
  if (typeof value !== 'object' || value === null) return value
  // A fact of the note, whose name is shown beside it.
  const { key: fact, value: said } = value
  if (typeof fact === 'string' && typeof said === 'string' && /name|author|facility/i.test(fact))
    return { ...value, value: lengthened(said) }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withLongNames(one, name)]))
}

const ofNote = /\/job\/[\w-]{36}\/sections(?:$|\?)/
const inState = (state: State, url: string, body: Json): Json => {
  if (state === 'long') return withLongNames(body)
  return ofNote.test(url) ? withoutText(body) : emptied(body)
}

async function answerIn(route: Route, state: State) {
  const answer = await route.fetch()
  if (!answer.headers()['content-type']?.includes('json')) return route.fulfill({ response: answer })
  const body = (await answer.json()) as Json
  return route.fulfill({ response: answer, json: inState(state, route.request().url(), body) })
}

/** Puts a page into a state by changing the server's answers from now on. */
export async function bringInto(page: Page, state: State): Promise<void> {
  if (state === 'full') return
  await page.route(/\/api\//, async (route) => {
    const request = route.request()
    const url = request.url()
    if (state === 'error') {
      if (/check-login|get-login|token|encrypted-key|draft-key|preferences/.test(url)) return route.fallback()
      return route.fulfill({
        status: 503,
        json: {
          success: false,
          code: 'unavailable',
          message: 'The server is not ready. Try again in a moment.',
          result: [],
        },
      })
    }
    if ((request.method() !== 'GET' && !listedByPost.test(url)) || !ofClinic.test(url)) return route.fallback()
    if (state === 'empty' && !listed.test(url)) return route.fallback()
    // The page may have been closed or left meanwhile.
    await answerIn(route, state).catch(() => {})
  })
}
