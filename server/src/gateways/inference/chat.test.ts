import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { type LogFacts, silentLog } from '../../platform/log.ts'
import { chat } from './chat.ts'
import { openInference } from './index.ts'
import { rules } from './rules.ts'

const note = [
  { heading: 'MEDICATIONS', text: 'Lisinopril 10 mg by mouth\n once daily. No aspirin.' },
  { heading: 'ASSESSMENT', text: 'Possible pneumonia. Left knee pain, left knee pain again.' },
]
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** An engine that calls a service over a real socket. `logged` collects what it logs. */
async function engineOf(answer: RequestListener, seconds = 5) {
  const server = createServer(answer).listen(0, 'localhost')
  servers.push(server)
  await new Promise((listening) => server.once('listening', listening))
  const logged: (LogFacts & { message: string })[] = []
  const log = {
    info: () => {},
    warn: (facts: LogFacts, message: string) => void logged.push({ ...facts, message }),
    error: () => {},
  }
  const url = `http://localhost:${(server.address() as AddressInfo).port}/v1`
  return { engine: chat({ url, model: 'clinic-7b', key: 'sk-canary', seconds }, log, rules), logged }
}
const answering =
  (content: unknown): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(content) } }] }))
const infer = (engine: Awaited<ReturnType<typeof engineOf>>['engine'], sections = note) =>
  engine.infer(sections, new AbortController().signal)

test('the note is sent with a JSON schema and the key, and the words the answer quotes come back with their place', async () => {
  let seen = { url: '', authorization: '', body: '' }
  const items = [
    {
      kind: 'medication',
      section: 0,
      quote: 'lisinopril 10 mg by mouth once daily',
      name: 'Lisinopril',
      dose: '10 mg',
      route: 'by mouth',
      frequency: 'once daily',
      negated: null,
    },
    { kind: 'medication', section: 0, quote: 'aspirin', name: 'aspirin', negated: true },
    { kind: 'problem', section: 1, quote: 'pneumonia', name: 'pneumonia', uncertain: true, side: null },
  ]
  const { engine } = await engineOf((request, response) => {
    let body = ''
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      seen = { url: request.url!, authorization: request.headers.authorization!, body }
      answering({ items })(request, response)
    })
  })
  expect(await infer(engine)).toEqual({
    engine: 'clinic-7b',
    dropped: 0,
    items: [
      {
        kind: 'medication',
        section: 0,
        start: 0,
        end: 37,
        name: 'lisinopril',
        dose: '10 mg',
        route: 'by mouth',
        frequency: 'once daily',
      },
      { kind: 'medication', section: 0, start: 42, end: 49, name: 'aspirin', negated: true },
      { kind: 'problem', section: 1, start: 9, end: 18, name: 'pneumonia', uncertain: true, icd10: 'J18.9' },
    ],
  })
  expect(seen).toMatchObject({ url: '/v1/chat/completions', authorization: 'Bearer sk-canary' })
  expect(JSON.parse(seen.body)).toMatchObject({
    model: 'clinic-7b',
    temperature: 0,
    response_format: { type: 'json_schema', json_schema: { strict: true, schema: { required: ['items'] } } },
  })
})

test('an item whose words are not in its section, or that is malformed, is dropped and counted', async () => {
  const knee = { kind: 'problem', section: 1, quote: 'knee pain', name: 'knee pain', side: 'left' }
  const { engine } = await engineOf(
    answering({
      items: [
        knee,
        knee,
        knee,
        { ...knee, quote: 'hip pain', name: 'hip pain' },
        { ...knee, section: 0 },
        { ...knee, section: 7 },
        { ...knee, name: 'arthritis' },
        { ...knee, kind: 'opinion' },
        { kind: 'vital', section: 1, quote: 'knee', name: 'mood', value: 'knee' },
        'knee pain',
        null,
      ],
    }),
  )
  const { items, dropped } = await infer(engine)
  const said = { kind: 'problem', section: 1, name: 'knee pain', side: 'left', icd10: 'M25.562' }
  expect(items).toEqual([
    { ...said, start: 25, end: 34 },
    { ...said, start: 41, end: 50 },
  ])
  expect(dropped).toBe(9)
})

test('every kind of item is read', async () => {
  const text = 'BP 138/86. Penicillin: hives. Surgery 03/14/2026. See cardiology in 2 weeks. Left knee. NKDA.'
  const items = [
    { kind: 'vital', quote: 'BP 138/86', name: 'blood pressure', value: '138/86' },
    { kind: 'allergy', quote: 'Penicillin: hives', substance: 'penicillin', reaction: 'hives' },
    { kind: 'date', quote: '03/14/2026', what: 'surgery', value: '03/14/2026' },
    { kind: 'followUp', quote: 'cardiology in 2 weeks', what: 'cardiology', when: 'in 2 weeks' },
    { kind: 'side', quote: 'Left knee', side: 'left', part: 'knee' },
    { kind: 'allergy', quote: 'NKDA', substance: 'none known' },
  ]
  const { engine } = await engineOf(answering({ items: items.map((item) => ({ section: 0, ...item })) }))
  const read = await infer(engine, [{ heading: '', text }])
  expect(read.dropped).toBe(0)
  expect(read.items).toEqual(
    items.map(({ quote, ...item }) => {
      const start = text.indexOf(quote)
      return { ...item, section: 0, start, end: start + quote.length }
    }),
  )
})

test('of an item only what its section contains is accepted', async () => {
  const { engine } = await engineOf(
    answering({
      items: [
        {
          kind: 'medication',
          section: 0,
          quote: 'Lisinopril',
          name: 'lisinopril',
          dose: '100 mg',
          route: 'by mouth',
          frequency: 7,
        },
      ],
    }),
  )
  expect((await infer(engine)).items).toEqual([
    { kind: 'medication', section: 0, start: 0, end: 10, name: 'lisinopril', route: 'by mouth' },
  ])
})

const prose =
  (content: unknown): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify({ choices: [{ message: { content } }] }))
const writesSlowly: RequestListener = (_, response) => {
  const timer = setInterval(() => response.write(' '), 100)
  response.on('close', () => clearInterval(timer))
}
test.each<[string, RequestListener, string]>([
  ['prose', prose('The patient takes lisinopril.'), 'something other'],
  ['half JSON', prose('{"items": [{"kind": "medication", "sec'), 'something other'],
  ['other JSON', prose('{"medications": ["lisinopril"]}'), 'something other'],
  ['no text', prose(null), 'something other'],
  ['no completion', (_, response) => response.end('{"object": "error"}'), 'something other'],
  ['no JSON', (_, response) => response.end('<html>'), 'something other'],
  ['500', (_, response) => response.writeHead(500).end('sk-canary'), '500'],
  ['401', (_, response) => response.writeHead(401).end('your key sk-canary is wrong'), '401'],
  ['a redirect', (_, response) => response.writeHead(302, { location: 'http://localhost:1' }).end(), '302'],
  ['a cut connection', (request) => request.socket.destroy(), 'TypeError'],
  ['nothing', () => {}, 'TimeoutError'],
  ['a byte a while', writesSlowly, 'TimeoutError'],
])('a service that answers %s is called once more, and then the rules read the note', async (_what, answer, logs) => {
  let asked = 0
  const { engine, logged } = await engineOf((request, response) => {
    asked += 1
    answer(request, response)
  }, 0.2)
  const { items, dropped, engine: name } = await infer(engine)
  expect(items).toEqual((await infer(rules)).items)
  expect({ asked, dropped, name }).toEqual({ asked: 2, dropped: 0, name: 'Rules, because clinic-7b failed' })
  expect(logged.map(({ error }) => String(error))).toEqual([
    expect.stringContaining(logs),
    expect.stringContaining(logs),
  ])
  expect(JSON.stringify(logged)).not.toMatch(/sk-canary|lisinopril/i)
})

test('a service that fails once can answer the second time', async () => {
  let asked = 0
  const { engine } = await engineOf((request, response) => {
    asked += 1
    if (asked === 1) response.writeHead(503).end()
    else answering({ items: [] })(request, response)
  })
  expect(await infer(engine)).toEqual({ items: [], dropped: 0, engine: 'clinic-7b' })
})

test('a stopped reading rejects, and a note without text is not sent', async () => {
  let asked = 0
  const { engine } = await engineOf(() => void (asked += 1))
  expect((await infer(engine, [{ heading: 'PLAN', text: ' ' }])).items).toEqual([])
  expect(asked).toBe(0)
  await expect(engine.infer(note, AbortSignal.timeout(50))).rejects.toThrow()
  await expect(rules.infer(note, AbortSignal.abort())).rejects.toThrow()
})

test('a long section is read in pieces, and each item has its place in the whole text', async () => {
  const line = 'Patient reports headache. Takes metformin 500 mg twice daily.\n'
  const text = line.repeat(1000)
  const { items } = await infer(rules, [
    { heading: 'HISTORY', text: '' },
    { heading: 'PLAN', text },
  ])
  const problems = items.filter(({ kind }) => kind === 'problem')
  expect(problems).toHaveLength(1000)
  for (const { section, start, end } of problems) expect([section, text.slice(start, end)]).toEqual([1, 'headache'])
})

test('the rules read notes unless a service is configured, which takes an address and a model', async () => {
  const opened = (env: Record<string, string>) => openInference({ config: readConfig(env), log: silentLog })
  expect(opened({})).toBe(rules)
  const url = { DICTARA_INFERENCE_URL: 'http://localhost:1/v1' }
  const service = opened({ ...url, DICTARA_INFERENCE_MODEL: 'clinic-7b' })
  expect((await service.infer([], new AbortController().signal)).engine).toBe('clinic-7b')
  expect(() => opened(url)).toThrow('DICTARA_INFERENCE_MODEL is needed')
  expect(() => opened({ DICTARA_INFERENCE_KEY: 'sk-canary' })).toThrow('DICTARA_INFERENCE_URL is needed')
})
