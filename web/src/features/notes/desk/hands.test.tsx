import { unlockStore } from '@dictara/browser/draft-key'
import type { Section } from '@dictara/contract/notes'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import { mountInWebApp } from '../../../testing/in-web-app.tsx'
import { ConflictDialog } from '../saving/conflict-dialog.tsx'
import { openNoteDrafts } from '../saving/note-drafts.ts'
import {
  asked,
  askedOf,
  button,
  dialogButton,
  jobId,
  note,
  openNewer,
  openOlder,
  sectionId,
  wire,
  useEditorWire,
} from '../testing/editor-wire.tsx'
import { typeAtEnd } from '../testing/other-tab.ts'

useEditorWire()

const ready = () => expect.element(note().getByText('Rest and water.')).toBeVisible()
const doctor = () => ({ userType: 'doctor', id: crypto.randomUUID() }) as const
const typist = () => ({ userType: 'transcriptionist', id: crypto.randomUUID() }) as const
const keptIds = async (userId: string) =>
  (await unlockStore(userId, async () => btoa('k'.repeat(32)))).ids('note', jobId)

const saying = (heading: string, value: string) =>
  ({
    id: `019a0000-0000-7000-8000-0000000000${heading.length}`,
    heading: { customUIHeading: heading, systemHeading: heading },
    content: [{ value, type: 'Text', newParagraph: true, count: 0 }],
  }) as Section

test('a double click on Keep both puts the kept text into the note once, and its phrase is reported', async () => {
  const person = typist()
  await keptIds(person.id)
  const writer = await (await openNoteDrafts(person.id, jobId)).openWriter('2026-11-19T08:05:00.000Z')
  const kept = { ...saying('PLAN', 'KEPT.'), id: sectionId, version: 1 }
  const insertions = [{ id: '019a0000-0000-7000-8000-000000000091', phraseId: null, letters: 5, undone: false }]
  await writer!.write({ sections: [kept], order: [sectionId], removed: [], sent: [], deleted: [], insertions })
  await writer!.close()
  openOlder(person)
  await expect.element(page.getByRole('region', { name: /^Text typed/ }).getByText(/KEPT/)).toBeVisible()
  await userEvent.dblClick(button('Keep both'))
  await until(async () => expect(await keptIds(person.id)).toEqual([]))
  await until(() => expect(wire.text).toContain('KEPT.'))
  expect(wire.text.split('KEPT.')).toHaveLength(2)
  expect(wire.sentInsertions).toEqual([{ id: insertions[0]!.id, phraseId: null, letters: 5 }])
})

test('a double click answers only one question, so that the next one is seen first [Q118]', async () => {
  const answered: string[] = []
  const names = ['PLAN', 'HISTORY', 'FINDINGS']
  function Asking() {
    const [open, setOpen] = useState(names)
    const conflicts = open.map((name) => ({ id: name, mine: saying(name, 'Mine.'), theirs: saying(name, 'Theirs.') }))
    return (
      <ConflictDialog
        conflicts={conflicts}
        onKeep={(id) => {
          answered.push(id)
          setOpen((before) => before.filter((name) => name !== id))
        }}
      />
    )
  }
  mountInWebApp(<Asking />)
  await userEvent.dblClick(button('Keep theirs'))
  await expect.element(page.getByText('Theirs · HISTORY')).toBeVisible()
  expect(answered).toEqual(['PLAN'])
  await userEvent.click(button('Keep theirs'))
  await until(() => expect(answered).toEqual(['PLAN', 'HISTORY']))
})

test('a Complete in progress cannot be cancelled', async () => {
  openNewer(doctor())
  await ready()
  wire.slowMs = 3_000
  typeAtEnd(document, ' LAST WORDS.')
  await button('Complete').click()
  await expect.element(dialogButton('Cancel')).toBeEnabled()
  await dialogButton('Complete').click()
  await expect.element(dialogButton('Cancel')).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialogButton('Cancel')).toBeVisible()
  await until(() => expect(asked().some(({ call }) => call.endsWith('/complete-job'))).toBe(true))
  expect(wire.text).toContain('LAST WORDS.')
})

test('a Reject in progress cannot be cancelled', async () => {
  wire.job = { ...wire.job, allowedActions: [...wire.job.allowedActions, 'reject'] }
  openOlder(typist())
  await ready()
  wire.slowMs = 3_000
  typeAtEnd(document, ' LAST WORDS.')
  await button('Reject').click()
  await page.getByLabelText('Comment').fill('Too noisy.')
  await dialogButton('Reject').click()
  await expect.element(dialogButton('Cancel')).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialogButton('Cancel')).toBeVisible()
  await until(() => expect(askedOf('PUT', '/reject')).toHaveLength(1))
})

test('three quick clicks on Complete complete the job once and show no error', async () => {
  const { address } = openOlder(typist())
  await ready()
  wire.slowMs = 1_000
  typeAtEnd(document, ' LAST WORDS.')
  await userEvent.tripleClick(button('Complete'))
  await until(() => expect(address()).toMatch('/completed'))
  expect(askedOf('PUT', '/complete')).toHaveLength(1)
})

test('a job without a note says so, instead of showing an empty heading', async () => {
  wire.hasNote = false
  const reasonForFailing = 'The speech engine was stopped.'
  wire.job = { ...wire.job, status: 'INCOMPLETE', editable: false, allowedActions: ['view'], reasonForFailing }
  openNewer(doctor())
  await expect.element(page.getByText('There is no note yet.')).toBeVisible()
  await expect.element(note()).not.toBeInTheDocument()
})

test('typing continues when the browser’s storage is full', async () => {
  openOlder(typist())
  await ready()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError')
  })
  typeAtEnd(document, ' TYPED.')
  await until(() => expect(wire.text).toBe('Rest and water. TYPED.'))
  await expect.element(note().getByText(/TYPED/)).toBeVisible()
})

test('if the browser cannot keep drafts, the page says so and that leaving deletes unsaved text [EDIT-06]', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Blocked.', 'InvalidStateError')
  })
  openOlder(typist())
  const words = 'This browser can’t keep drafts. Unsaved text is only on this page, and navigating away will delete it.'
  await expect.element(page.getByText(words)).toBeVisible()
  typeAtEnd(document, ' TYPED.')
  await until(() => expect(wire.text).toBe('Rest and water. TYPED.'))
})

test('if the browser does not allow copying, the page says so', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Denied.', 'NotAllowedError'))
  openOlder(typist())
  await ready()
  await button('Copy the note').click()
  await expect.element(page.getByText(/doesn’t allow copying here/)).toBeVisible()
})

test.each([
  [1280, 800],
  [640, 400],
  [320, 256],
])('moving up through a long note keeps the current line visible, at %i by %i', async (width, height) => {
  await page.viewport(width, height)
  wire.text = 'First.'
  const line = { value: 'A line of a long note.', type: 'Text', newParagraph: true, count: 0 } as const
  wire.added = [{ ...saying('PLAN', 'Begin.'), content: Array.from({ length: 60 }, () => line) }]
  openNewer(doctor())
  await expect.element(note().getByText('First.')).toBeVisible()
  typeAtEnd(document, ' END')
  const isLineSeen = () => {
    const { anchorNode } = getSelection()!
    const { left, top, height: tall } = (anchorNode as ChildNode).parentElement!.getBoundingClientRect()
    return document.elementFromPoint(left + 2, top + tall / 2)?.closest('.dictara-note') != null
  }
  // The page does not scroll to text that a script inserts, so the first key scrolls there from the top of the note.
  await userEvent.keyboard('{ArrowUp}')
  await until(() => expect(isLineSeen()).toBe(true))
  const hiddenAt: number[] = []
  for (let up = 0; up < 60; up += 1) {
    await userEvent.keyboard('{ArrowUp}')
    if (!isLineSeen()) hiddenAt.push(up)
  }
  expect(hiddenAt).toEqual([])
})
