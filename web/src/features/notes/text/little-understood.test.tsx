import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, note, openOlder, wire } from '../testing/editor-wire.tsx'

test('a draft of which the engine understood little says so in one line and is emptied on demand, which undo takes back', async () => {
  wire.heard = ['rest', 'and', 'water'].map((word, start) => ({ word, start, end: start + 0.9, confidence: 0.2 }))
  openOlder({ userType: 'transcriptionist' })
  const line = page.getByText('The engine understood little of this recording.')
  const text = note().getByText('Rest and water.')
  await expect.element(line).toBeVisible()
  await button('Type from the sound').click()
  await expect.element(text).not.toBeInTheDocument()
  await expect.element(line).not.toBeInTheDocument()
  await expect.element(note()).toHaveFocus()
  await button('Undo').click()
  await expect.element(text).toBeVisible()
  await expect.element(line).toBeVisible()
})
