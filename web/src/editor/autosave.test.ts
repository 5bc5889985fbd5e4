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

test('a save is sent 3000 ms after the last edit, based on the version that was edited [EDIT-39]', async () => {
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

test('the status changes to Saving and Saved, and Saved is cleared after 1000 ms [EDIT-37, EDIT-04]', async () => {
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

test('a failed save shows offline, is retried after growing waits, and immediately when the network returns [EDIT-38]', async () => {
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

test('every edit is in the draft immediately, and the draft is deleted once the server has the text', async () => {
  const autosave = open()
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(0)
  expect(drafts.at(-1)?.sections).toEqual([section('one', 1)])
  await vi.advanceTimersByTimeAsync(3000)
  expect(drafts.at(-1)).toBeNull()
  autosave.stop()
})

test('leaving needs a warning only while text is in neither the server nor the draft [EDIT-06, EDIT-40]', async () => {
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

test('only one save runs at a time: later edits go out with the next one, based on the new version [EDIT-39]', async () => {
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

test('flush saves immediately and returns whether the server has everything', async () => {
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

test('a save based on an old version returns both texts, and the chosen one is saved on top of the other', async () => {
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

test('a draft from an earlier visit is saved like a new edit, based on its own version', async () => {
  const draft = { sections: [section('left behind', 1)], order: ['a'], removed: [], sent: [], deleted: [] }
  const autosave = open(draft)
  expect(autosave.status().kind).toBe('dirty')
  await vi.advanceTimersByTimeAsync(3000)
  expect(requests[0]?.sections).toEqual([section('left behind', 1)])
  autosave.stop()
})

test('a refusal is shown, and the save is not repeated until something changes [EDIT-38]', async () => {
  answer = () => ({ kind: 'refused', message: 'This job is no longer yours.' })
  const autosave = open()
  autosave.edit(typed('one'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(autosave.status()).toEqual({ kind: 'refused', message: 'This job is no longer yours.' })
  expect(requests).toHaveLength(1)
  expect(drafts.at(-1)?.sections).toEqual([section('one', 1)])
  autosave.stop()
})

test('a save without an answer ends after its limit and is retried, with the edits made since [QA-112]', async () => {
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
  ['saving on request', (autosave: ReturnType<typeof open>) => autosave.saveNow()],
  ['the return of the network', () => network.dispatchEvent(new Event('online'))],
  ['Complete', (autosave: ReturnType<typeof open>) => void autosave.flush()],
] as const)
  test(`${name} restarts a save that got no answer [QA-112]`, async () => {
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

test('continuous typing is still saved, and a lost network is shown immediately [EDIT-38, EDIT-39]', async () => {
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

test('an ended session and a busy server are shown as such, and the save is retried [QA-106]', async () => {
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

test('if the server returns other text than was saved, both texts are shown as a conflict [Q118]', async () => {
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

test('nothing is saved while a release is requested; granting it deletes the draft, refusing it saves the text', async () => {
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
