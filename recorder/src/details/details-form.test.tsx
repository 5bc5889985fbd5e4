import { expect, test } from 'vitest'
import { api, button, choosePatient, hides, openTab, shows } from '../testing/recorder-tab.tsx'

test('facilities that failed to load are loaded automatically when the server can be reached again', async () => {
  const back = api.fault(/GET .*\/facilities/, 'answer lost')
  openTab('?encryptedKey=key-of-ada')
  await shows('Couldn’t load the facilities.')
  await shows(/Once it can, this list loads/)
  expect(button('Try again').elements().length).toBeGreaterThan(0)
  back()
  window.dispatchEvent(new Event('online'))
  await choosePatient()
  await hides('Couldn’t load the facilities.')
  await expect.element(button('Record')).toBeEnabled()
})

test('a list that failed on the server is loaded automatically, even without a network event', async () => {
  const back = api.fault(/GET .*\/facilities/, 'answer lost')
  openTab('?encryptedKey=key-of-ada')
  await shows('Couldn’t load the facilities.')
  back()
  await choosePatient()
  await expect.element(button('Record')).toBeEnabled()
})
