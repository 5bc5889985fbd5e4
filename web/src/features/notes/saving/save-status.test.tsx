import { expect, test } from 'vitest'
import { mount } from '../../../editor/testing/mount.tsx'
import { SaveStatus } from './save-status.tsx'
import '@dictara/browser/theme.css'
import { expectNoViolationsInBothLooks } from '../../../testing/accessible.ts'

test('every state of saving is readable, in light and dark [EDIT-04, EDIT-28, EDIT-38]', async () => {
  const { host } = mount(
    <>
      {(['dirty', 'saving', 'saved', 'offline', 'signed-out'] as const).map((kind) => (
        <SaveStatus key={kind} status={{ kind }} />
      ))}
      <SaveStatus status={{ kind: 'busy', message: 'Later' }} />
      <SaveStatus status={{ kind: 'refused', message: 'No' }} />
      <SaveStatus status={{ kind: 'conflict', conflicts: [] }} />
    </>,
  )
  const shown = () => [...host.querySelectorAll('output')].map(({ textContent }) => textContent)
  await expect
    .poll(shown)
    .toEqual([
      'Not saved yet',
      'Saving',
      'Saved',
      'You are Offline',
      'Sign in to save',
      'Not saved yet. Retrying',
      'Not saved',
      'Changed elsewhere',
    ])
  await expectNoViolationsInBothLooks(host)
})

test('between two saves the status shows that nothing waits, if the text can be changed', async () => {
  const { host } = mount(
    <>
      <SaveStatus status={{ kind: 'idle' }} />
      <SaveStatus status={{ kind: 'saving' }} isEditable />
      <SaveStatus status={{ kind: 'idle' }} isEditable />
    </>,
  )
  const told = () => [...host.querySelectorAll('.save-rest')].map(({ textContent }) => textContent)
  await expect.poll(told).toEqual(['All saved'])
  expect(host.querySelectorAll('output')[2]?.textContent).toBe('')
})
