import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api, button, openTab, shows } from '../testing/recorder-tab.tsx'
import { namesIn } from './new-patient.tsx'

test('the search text becomes the name of the new patient, in either order', () => {
  expect(namesIn('Dubois, Greta')).toEqual({ first: 'Greta', last: 'Dubois' })
  expect(namesIn('Greta van Dubois')).toEqual({ first: 'Greta', last: 'van Dubois' })
  expect(namesIn('Dubois')).toEqual({ first: '', last: 'Dubois' })
  expect(namesIn('03/05/1971')).toEqual({ first: '', last: '' })
})

test('a patient who is not found is added from the search after a warning about similar patients, and is then chosen [Q207]', async () => {
  openTab('?encryptedKey=key-of-ada')
  await userEvent.type(page.getByRole('combobox', { name: 'Patient' }), 'Janet Doe')
  await userEvent.click(button('New patient'))
  const field = (label: string) => page.getByRole('dialog').getByLabelText(label)
  await expect.element(field('First name')).toHaveFocus()
  await expect.element(field('First name')).toHaveValue('Janet')
  await userEvent.click(button('Add patient'))
  expect(api.calls).not.toContain('POST /api/clinic/patients')
  await userEvent.fill(field('Date of birth'), '1961-03-12')
  await userEvent.selectOptions(field('Sex'), 'Female')
  await userEvent.click(button('Add patient'))
  await shows('Janet Doe is already here.')
  await expect.element(button('Add anyway')).toHaveFocus()
  await userEvent.click(button('Add anyway'))
  await shows(/MRN D000001/)
  await expect.element(page.getByRole('dialog', { name: 'New patient' })).not.toBeInTheDocument()
  await expect.element(button('Record')).toHaveFocus()
})
