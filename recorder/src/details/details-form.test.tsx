import { expect, test } from 'vitest'
import { api, button, choosePatient, hides, openTab, shows } from '../testing/recorder-tab.tsx'

test('the facilities that could not be loaded come by themselves when the server can be reached again', async () => {
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

test('a list that a server in trouble could not give comes by itself, also without a word from the network', async () => {
  const back = api.fault(/GET .*\/facilities/, 'answer lost')
  openTab('?encryptedKey=key-of-ada')
  await shows('Couldn’t load the facilities.')
  back()
  await choosePatient()
  await expect.element(button('Record')).toBeEnabled()
})
