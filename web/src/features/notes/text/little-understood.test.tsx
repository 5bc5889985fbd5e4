import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import { button, note, openOlder, wire, useEditorWire } from '../testing/editor-wire.tsx'

useEditorWire()

const written = 'Rest and water.'
const line = () => page.getByText('Most of this recording wasn’t recognised.')
const emptyLine = () => page.getByText('Most of this recording wasn’t recognised, so the note starts empty.')
const text = () => note().getByText(written)
const turn = () => userEvent.keyboard('{Alt>}{Shift>}D{/Shift}{/Alt}')
const heardBadly = () => {
  wire.heard = ['rest', 'and', 'water'].map((word, start) => ({ word, start, end: start + 0.9, confidence: 0.2 }))
}

test('a draft that someone has edited is emptied only on demand, and undo restores it', async () => {
  heardBadly()
  wire.version = 2
  openOlder({ userType: 'transcriptionist' })
  await expect.element(line()).toBeVisible()
  await button('Start from an empty note (Alt+Shift+D)').click()
  await expect.element(text()).not.toBeInTheDocument()
  await expect.element(emptyLine()).toBeVisible()
  await expect.element(note()).toHaveFocus()
  await button('Undo').click()
  await expect.element(text()).toBeVisible()
  await expect.element(line()).toBeVisible()
})

test('a fresh, barely understood draft opens as an empty note, and one key shows the draft', async () => {
  heardBadly()
  Object.assign(wire, { version: 1, converted: wire.text })
  openOlder({ userType: 'transcriptionist' })
  await expect.element(emptyLine()).toBeVisible()
  await expect.element(text()).not.toBeInTheDocument()
  expect(emptyLine().element().closest('output')).not.toBeNull()
  await expect.element(note()).toHaveFocus()
  await turn()
  await expect.element(text()).toBeVisible()
  // The page recognises the draft again only if its words have kept their times.
  await expect.element(line()).toBeVisible()
  await turn()
  await expect.element(text()).not.toBeInTheDocument()
  await button('Undo').click()
  await expect.element(text()).toBeVisible()
})

test('the saved text is the text on the screen, and the draft stays available when the note is opened again', async () => {
  heardBadly()
  Object.assign(wire, { version: 1, converted: wire.text })
  const first = openOlder({ userType: 'transcriptionist' })
  await expect.element(emptyLine()).toBeVisible()
  await until(() => expect(wire.text).toBe(''))
  first.close()
  openOlder({ userType: 'transcriptionist' })
  await expect.element(emptyLine()).toBeVisible()
  await button('Show the draft (Alt+Shift+D)').click()
  await expect.element(text()).toBeVisible()
  await until(() => expect(wire.text).toBe(written))
  // Showing the draft is confirmed by the draft itself, without a success message.
  await expect.element(page.getByText('Success').first()).not.toBeInTheDocument()
})

test('text typed into the empty note is kept when it is opened again, without words of the draft', async () => {
  heardBadly()
  Object.assign(wire, { version: 1, converted: wire.text })
  openOlder({ userType: 'transcriptionist' })
  await expect.element(emptyLine()).toBeVisible()
  await userEvent.keyboard('Typed anew')
  await expect.element(emptyLine()).not.toBeInTheDocument()
  await until(() => expect(wire.text).toBe('Typed anew'))
})
