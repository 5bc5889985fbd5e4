import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { note, openOlder, wire, useEditorWire } from '../testing/editor-wire.tsx'

useEditorWire()

test('a click in the text moves the sound only while they are linked: F10 unlinks the sound', async () => {
  wire.heard = ['rest', 'and', 'water'].map((word, index) => ({
    word,
    start: index + 4,
    end: index + 4.9,
    confidence: 0.9,
  }))
  const seek = vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'set')
  openOlder({ userType: 'transcriptionist' })
  const text = note().getByText('Rest and water.')
  await expect.element(text).toBeVisible()
  await text.click({ position: { x: 4, y: 8 } })
  await expect.poll(() => seek.mock.calls).toEqual([[4]])
  await userEvent.keyboard('{F10}')
  await text.click({ position: { x: 4, y: 8 } })
  await userEvent.keyboard('now ')
  await expect.element(note().getByText(/now /)).toBeVisible()
  expect(seek.mock.calls).toEqual([[4]])
})
