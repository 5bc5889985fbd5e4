import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import { askedOf, button, dialogButton, note, openOlder, wire, words, useEditorWire } from '../testing/editor-wire.tsx'

useEditorWire()

test('a blank in the note is mentioned before Complete, which continues when the typist confirms [Q202]', async () => {
  wire.reviews = 1
  openOlder({ userType: 'transcriptionist' })
  await expect.element(note()).toBeVisible()
  await note().click()
  await userEvent.keyboard('{F3}')
  await button('Complete').click()
  await expect.element(words('1 blank is still open. The reviewer will see it.')).toBeVisible()
  await dialogButton('Complete').click()
  await expect.element(page.getByText('Another page')).toBeVisible()
  expect(askedOf('PUT', '/complete')).toHaveLength(1)
  expect(wire.text).toContain('<blank id="')
})

test('without review, the question about a blank says that the note is filed only if it is confirmed [Q202]', async () => {
  openOlder({ userType: 'transcriptionist' })
  await expect.element(note()).toBeVisible()
  await until(() => expect(askedOf('GET', '/track')).toHaveLength(1))
  await note().click()
  await userEvent.keyboard('{F3}')
  await button('Complete').click()
  await expect.element(words('1 blank is still open. The note is filed only if you confirm it.')).toBeVisible()
})
