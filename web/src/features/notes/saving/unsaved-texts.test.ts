import { expect, test } from 'vitest'
import type { NoteDraft } from '../../../editor/autosave.ts'
import { openDraftPlace } from './unsaved-texts.ts'
import { Computer } from '../testing/history-computer.ts'
import { aSection, NoteServer } from '../testing/history-server.ts'

const removal: NoteDraft = { sections: [], order: ['b'], removed: ['a'], sent: [], deleted: [] }
const typed: NoteDraft = { ...removal, sections: [aSection('b', 'start b w1', 1)], order: ['a', 'b'], removed: [] }

/** Returns a browser in which crashed editors left these drafts. `heldSince` says since when the job was held. */
async function leftBehind(...left: [heldSince: string, draft: NoteDraft][]) {
  const server = new NoteServer()
  const computer = new Computer(server)
  for (const [heldSince, draft] of left) {
    const writer = await computer.drafts({}).openWriter(heldSince)
    await writer!.write(draft)
    await writer!.close()
  }
  return { drafts: computer.drafts({}), sections: server.sections() }
}

test('an unsaved removal is continued after a crash, while the job is held as before', async () => {
  const { drafts, sections } = await leftBehind(['1', removal])
  const { draft } = await openDraftPlace(drafts, '1', sections)
  expect(draft?.removed).toEqual(['a'])
})

test('a removal from before someone else held the job is discarded, and deleted from the browser', async () => {
  const { drafts, sections } = await leftBehind(['1', removal])
  expect((await openDraftPlace(drafts, '2', sections)).draft).toBeNull()
  expect(await drafts.listLeft()).toEqual([])
})

test('beside a text that waits for a decision a removal is discarded, and the text stays', async () => {
  const { drafts, sections } = await leftBehind(['1', removal], ['1', typed])
  expect((await openDraftPlace(drafts, '1', sections)).draft).toBeNull()
  expect((await drafts.listLeft()).map(({ draft }) => draft.sections.length)).toEqual([1])
})
