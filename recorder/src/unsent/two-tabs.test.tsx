import { beforeEach, describe, expect, test } from 'vitest'
import { api, button, openSecondTab, recordAndPause, shows, type Tab } from '../testing/recorder-tab.tsx'

const elsewhere = 'This recording is open in another tab of this browser.'

/** Opens a second tab that lists the recording, and then opens the recording in the first tab. */
async function aStaleList(): Promise<Tab> {
  await recordAndPause()
  await button('Keep for later').click()
  await shows('Unsent recordings')
  const second = openSecondTab()
  await expect.element(second.button(/^Open the recording/)).toBeVisible()
  await button(/^Open the recording/).click()
  await shows('Saved')
  return second
}

describe('a second tab with an outdated list', () => {
  let second: Tab
  beforeEach(async () => {
    second = await aStaleList()
  })

  test('says at Open and at Send that a recording is open in another tab [QA-21]', async () => {
    await second.button(/^Open the recording/).click()
    await second.shows(elsewhere)
    await second.shows(/open in another tab$/)
    second.close()
    const third = openSecondTab()
    await third.shows(/open in another tab$/)
    await button('Keep for later').click()
    await shows('Unsent recordings')
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(third.button(/^Send the recording/)).toBeVisible()
    await button(/^Open the recording/).click()
    await shows('Saved')
    await third.button(/^Send the recording/).click()
    await third.shows(elsewhere)
    expect(api.jobs()).toEqual([])
  })

  test('does not discard a recording that another tab has open, and says so; that tab submits it completely [QA-22]', async () => {
    await second.button(/^Discard the recording/).click()
    await second.shows(elsewhere)
    await second.hides(/discarded/)
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    const [dictation] = api.dictations.values()
    expect(api.jobs()[0]!.takes).toMatchObject([{ take: 0, chunks: dictation!.chunks.size }])
  })
})

test('Undo restores a discarded recording completely, even after another tab was opened and cleaned up [QA-23]', async () => {
  await recordAndPause()
  await button('Discard').click()
  await shows('Recording of Jane Doe discarded')
  const second = openSecondTab()
  await second.shows('New dictation')
  await second.listsNothing()
  await button('Undo').click()
  await button(/^Open the recording/).click()
  await shows('Saved')
  await button(/^Play/).click()
  await expect.element(button(/^Stop playing/)).toBeVisible()
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  const [dictation] = api.dictations.values()
  expect(api.jobs()[0]!.takes).toMatchObject([{ take: 0, chunks: dictation!.chunks.size, sha256: expect.any(String) }])
})
