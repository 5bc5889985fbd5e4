import type { Section } from '@dictara/contract/notes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AutosaveStatus, createAutosave, type NoteDraft, type SaveAnswer, type SaveRequest } from './autosave.ts'

const section = (text: string, version?: number): Section => ({
  id: 'a',
  ...(version === undefined ? {} : { version }),
  heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
  content: [{ value: text, type: 'Text', newParagraph: true, count: 0 }],
})

const network = new EventTarget()
let requests: SaveRequest[]
let answer: (request: SaveRequest) => SaveAnswer | Promise<SaveAnswer>
let drafts: (NoteDraft | null)[]
let statuses: AutosaveStatus['kind'][]

const saved =
  (version: number) =>
  (request: SaveRequest): SaveAnswer => ({
    kind: 'saved',
    sections: request.sections.map((each) => ({ ...each, version })),
    newSectionsId: [],
  })
const open = (draft?: NoteDraft | null) =>
  createAutosave({
    sections: [section('as stored', 1)],
    draft: draft ?? null,
    save: async (request) => {
      requests.push(request)
      return answer(request)
    },
    onDraft: (kept) => void drafts.push(kept),
    onStatus: ({ kind }) => {
      if (statuses.at(-1) !== kind) statuses.push(kind)
    },
  })
const typed = (text: string) => ({ sections: [section(text)], order: ['a'], removed: [] })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
  requests = []
  drafts = []
  statuses = []
  answer = saved(2)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a save goes out 3000 ms after the last edit, from the version it started from [EDIT-39]', async () => {
  const autosave = open()
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(2900)
  autosave.edit(typed('two'))
  await vi.advanceTimersByTimeAsync(2999)
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toEqual([{ sections: [section('two', 1)], sectionIds: ['a'], removedIds: [] }])
  autosave.stop()
})

test('the status goes Saving, Saved, and Saved is cleared after 1000 ms [EDIT-37, EDIT-04]', async () => {
  const autosave = open()
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(statuses).toEqual(['dirty', 'saving', 'saved'])
  await vi.advanceTimersByTimeAsync(999)
  expect(autosave.status().kind).toBe('saved')
  await vi.advanceTimersByTimeAsync(1)
  expect(autosave.status().kind).toBe('idle')
  autosave.stop()
})

test('a failed save shows offline, is tried again with growing waits, and at once when the network returns [EDIT-38]', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const autosave = open()
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(autosave.status().kind).toBe('offline')
  await vi.advanceTimersByTimeAsync(3000 + 6000)
  expect(requests).toHaveLength(3)
  expect(autosave.mayLose()).toBe(false)
  answer = saved(2)
  network.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toHaveLength(4)
  expect(autosave.hasUnsaved()).toBe(false)
  autosave.stop()
})

test('every edit is in the draft at once, and the draft is deleted when the server has it', async () => {
  const autosave = open()
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(0)
  expect(drafts.at(-1)?.sections).toEqual([section('one', 1)])
  await vi.advanceTimersByTimeAsync(3000)
  expect(drafts.at(-1)).toBeNull()
  autosave.stop()
})

test('leaving needs a warning only while text is not in the draft either [EDIT-06, EDIT-40]', async () => {
  const autosave = createAutosave({
    sections: [section('as stored', 1)],
    save: async () => ({ kind: 'offline' }),
    onDraft: () => Promise.reject(new Error('disk full')),
    onStatus: () => undefined,
  })
  expect(autosave.mayLose()).toBe(false)
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(0)
  expect(autosave.mayLose()).toBe(true)
  autosave.stop()
})

test('one save at a time: what is typed meanwhile goes out with the next, on the new version [EDIT-39]', async () => {
  let land: (answer: SaveAnswer) => void = () => undefined
  answer = () => new Promise((resolve) => (land = resolve))
  const autosave = open()
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(3000)
  autosave.edit(typed('two'))
  await vi.advanceTimersByTimeAsync(9000)
  expect(requests).toHaveLength(1)
  answer = saved(3)
  land(saved(2)(requests[0] as SaveRequest))
  await vi.advanceTimersByTimeAsync(0)
  expect(requests[1]?.sections).toEqual([section('two', 2)])
  autosave.stop()
})

test('flush saves now and tells whether the server has everything', async () => {
  const autosave = open()
  autosave.edit(typed('one'))
  await expect(autosave.flush()).resolves.toBe(true)
  await expect(autosave.flush()).resolves.toBe(true)
  expect(requests).toHaveLength(1)
  answer = () => ({ kind: 'offline' })
  autosave.edit(typed('two'))
  await expect(autosave.flush()).resolves.toBe(false)
  autosave.stop()
})

test('a stale version surfaces both texts; the chosen one is saved on theirs', async () => {
  answer = (request) => ({
    kind: 'conflict',
    conflicts: request.sections.map((mine) => ({ mine, theirs: section('theirs', 7) })),
  })
  const autosave = open()
  autosave.edit(typed('mine'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(autosave.status()).toEqual({
    kind: 'conflict',
    conflicts: [{ id: 'a', mine: section('mine'), theirs: section('theirs', 7) }],
  })
  answer = saved(8)
  expect(autosave.resolve('a', 'both')?.content.map(({ value }) => value)).toEqual(['mine', 'theirs'])
  await vi.advanceTimersByTimeAsync(0)
  expect(requests.at(-1)?.sections[0]?.version).toBe(7)
  expect(autosave.status().kind).toBe('saved')
  autosave.stop()
})

test('a draft of an earlier visit is saved like a fresh edit, from the version it knew', async () => {
  const draft = { sections: [section('left behind', 1)], order: ['a'], removed: [], sent: [], deleted: [] }
  const autosave = open(draft)
  expect(autosave.status().kind).toBe('dirty')
  await vi.advanceTimersByTimeAsync(3000)
  expect(requests[0]?.sections).toEqual([section('left behind', 1)])
  autosave.stop()
})

test('a refusal is told and not repeated until something changes [EDIT-38]', async () => {
  answer = () => ({ kind: 'refused', message: 'This job is no longer yours.' })
  const autosave = open()
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(autosave.status()).toEqual({ kind: 'refused', message: 'This job is no longer yours.' })
  expect(requests).toHaveLength(1)
  expect(drafts.at(-1)?.sections).toEqual([section('one', 1)])
  autosave.stop()
})

test('a save that is never answered ends after its limit and is tried again, with what was typed later [QA-112]', async () => {
  answer = () => new Promise(() => undefined)
  const autosave = open()
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(3000)
  autosave.edit(typed('two'))
  await vi.advanceTimersByTimeAsync(19_000)
  expect(requests).toHaveLength(1)
  answer = saved(2)
  await vi.advanceTimersByTimeAsync(6000)
  expect(requests.at(-1)?.sections).toEqual([section('two', 1)])
  expect([autosave.hasUnsaved(), drafts.at(-1)]).toEqual([false, null])
  autosave.stop()
})

for (const [name, wish] of [
  ['a wish to save now', (autosave: ReturnType<typeof open>) => autosave.saveNow()],
  ['the network that is back', () => network.dispatchEvent(new Event('online'))],
  ['Complete', (autosave: ReturnType<typeof open>) => void autosave.flush()],
] as const)
  test(`${name} begins a save anew that got no answer [QA-112]`, async () => {
    answer = () => new Promise(() => undefined)
    const autosave = open()
    autosave.edit(typed('one'))
    await vi.advanceTimersByTimeAsync(3000 + 2100)
    answer = saved(2)
    wish(autosave)
    await vi.advanceTimersByTimeAsync(0)
    expect(requests).toHaveLength(2)
    expect(autosave.hasUnsaved()).toBe(false)
    autosave.stop()
  })

test('who types on without a rest is saved all the same, and told at once that there is no network [EDIT-38, EDIT-39]', async () => {
  const autosave = open()
  for (let second = 0; second < 20; second += 1) {
    autosave.edit(typed(`text ${second}`))
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(requests).toHaveLength(1)
  network.dispatchEvent(new Event('offline'))
  expect(autosave.status().kind).toBe('offline')
  autosave.stop()
})

test('an ended session and a server that cannot are told as that, and tried again [QA-106]', async () => {
  const autosave = open()
  answer = () => ({ kind: 'signed-out' })
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(autosave.status()).toEqual({ kind: 'signed-out' })
  answer = () => ({ kind: 'busy', message: 'There is no room.' })
  await vi.advanceTimersByTimeAsync(3000)
  expect(autosave.status()).toEqual({ kind: 'busy', message: 'There is no room.' })
  expect(drafts.at(-1)?.sections).toEqual([section('one', 1)])
  answer = saved(2)
  await vi.advanceTimersByTimeAsync(6000)
  expect(autosave.hasUnsaved()).toBe(false)
  autosave.stop()
})

test('a save that the server holds in other words is not taken for saved: both are shown [Q118]', async () => {
  answer = (request) => ({
    kind: 'saved',
    sections: request.sections.map((each) => ({ ...each, ...section('other words', 2) })),
    newSectionsId: [],
  })
  const autosave = open()
  autosave.edit(typed('my words'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(autosave.status()).toMatchObject({ kind: 'conflict' })
  expect(drafts.at(-1)?.sections).toEqual([section('my words', 2)])
  autosave.stop()
})

test('nothing is saved while a release is requested; a granted one deletes the draft, a refused one saves it', async () => {
  const autosave = open()
  autosave.edit(typed('one'))
  autosave.hold()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(requests).toHaveLength(0)
  autosave.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toHaveLength(1)
  autosave.edit(typed('two'))
  autosave.hold()
  await autosave.discard()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([requests.length, drafts.at(-1), autosave.draft()]).toEqual([1, null, null])
})
