import { storeUser } from '@dictara/browser/session'
import { defaultPreferences, preferenceCalls, type Preferences } from '@dictara/contract/preferences'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { aUser, idOf } from '../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused, unreachable } from '../testing/wire.ts'
import { forgetUser } from './forget-user.ts'
import { changePreferences, forgetPreferences, preferencesNow, sendPreferences, usePreferences } from './preferences.ts'

const { getPreferences, savePreferences } = preferenceCalls
const dana = aUser()
const cacheOf = (userId: string) => `dictara.preferences.${userId}`
const keep = (kept: object, unsent: object = {}) =>
  localStorage.setItem(cacheOf(dana.id), JSON.stringify({ kept, unsent }))
const until = (check: () => void) => vi.waitFor(check, 10_000)

let server: Calls
let onServer: Preferences

beforeEach(() => {
  localStorage.clear()
  forgetPreferences()
  onServer = defaultPreferences
  server = openCalls()
  server.answer(getPreferences, () => [onServer])
  server.answer(savePreferences, ({ body }) => [(onServer = { ...onServer, ...(body as object) })])
  storeUser(dana)
})
afterEach(() => {
  forgetUser()
  vi.restoreAllMocks()
})

function Shown() {
  const [preferences, change] = usePreferences()
  return (
    <>
      <output>{JSON.stringify(preferences)}</output>
      <button type="button" onClick={() => change({ density: 'compact' })}>
        Compact
      </button>
    </>
  )
}
const open = () => mount(<Shown />)
const shown = () => JSON.parse(document.querySelector('output')?.textContent ?? '{}') as Preferences
const untilFetched = () => until(() => expect(server.asked(getPreferences)).toHaveLength(1))
const sent = () => server.asked(savePreferences).map(({ body }) => body)

describe('a person’s preference [Q203]', () => {
  test('is shown from this browser immediately, and then updated from the server', async () => {
    keep({ density: 'compact', step: 4 })
    let answer!: (value: Preferences[]) => void
    server.answer(getPreferences, () => new Promise((resolve) => (answer = resolve)))
    open()
    await untilFetched()
    expect(shown()).toEqual({ ...defaultPreferences, density: 'compact', step: 4 })
    answer([{ ...defaultPreferences, step: 6, rail: 'open' }])
    await until(() => expect(shown()).toEqual({ ...defaultPreferences, step: 6, rail: 'open' }))
  })

  test('is sent even if another part of the page starts using it after the server’s answer', async () => {
    open()
    await untilFetched()
    await until(() => expect(document.querySelector('output')).not.toBeNull())
    open()
    changePreferences({ step: 7 })
    await until(() => expect(sent()).toEqual([{ step: 7 }]))
  })

  test('stays in this browser for a person without a clinic, and is not requested from the server', async () => {
    storeUser({ ...dana, clinicId: null })
    keep({ density: 'compact' })
    open()
    changePreferences({ rail: 'open' })
    await sendPreferences()
    await until(() => expect(shown()).toMatchObject({ density: 'compact', rail: 'open' }))
    expect(JSON.parse(localStorage.getItem(cacheOf(dana.id))!).unsent).toEqual({ rail: 'open' })
    expect([...server.asked(getPreferences), ...server.asked(savePreferences)]).toEqual([])
  })

  test('that changes in another tab before this one listens is kept and sent', async () => {
    expect(preferencesNow().autoNext).toBe(true)
    keep({}, { autoNext: false })
    open()
    await until(() => expect(sent()).toEqual([{ autoNext: false }]))
    expect(shown().autoNext).toBe(false)
  })

  test('changes immediately, and only the last value is sent', async () => {
    open()
    await untilFetched()
    await userEvent.click(page.getByRole('button', { name: 'Compact' }))
    expect(shown()).toMatchObject({ density: 'compact' })
    await until(() => expect(sent()).toEqual([{ density: 'compact' }]))
    for (const speed of [1.25, 1.5, 1.75]) changePreferences({ speed })
    changePreferences({ rail: 'open' })
    await until(() => expect(shown()).toMatchObject({ speed: 1.75, rail: 'open', density: 'compact' }))
    await until(() => expect(sent().slice(1)).toEqual([{ speed: 1.75, rail: 'open' }]))
    await until(() =>
      expect(JSON.parse(localStorage.getItem(cacheOf(dana.id))!)).toEqual({ kept: onServer, unsent: {} }),
    )
  })

  test('waits in this browser while the server cannot be reached, and is sent when it can', async () => {
    server.answer(savePreferences, unreachable)
    open()
    await untilFetched()
    changePreferences({ autoNext: false })
    await until(() => expect(sent()).toHaveLength(1))
    await until(() => expect(shown().autoNext).toBe(false))
    expect(document.querySelector('[role=alert]')).toBeNull()
    server.answer(savePreferences, ({ body }) => [(onServer = { ...onServer, ...(body as object) })])
    window.dispatchEvent(new Event('online'))
    await until(() => expect(onServer.autoNext).toBe(false))
  })

  test('that the previous page did not send is sent by the next one, and the answer does not undo it', async () => {
    keep({}, { volume: 0.5 })
    open()
    await until(() => expect(shown().volume).toBe(0.5))
    await until(() => expect(onServer.volume).toBe(0.5))
    expect(sent()).toEqual([{ volume: 0.5 }])
    expect(server.asked(getPreferences)).toEqual([])
  })

  test('is reverted when the server refuses it', async () => {
    server.answer(savePreferences, refused('There is no such choice.', 'bad-request', 400))
    open()
    await untilFetched()
    changePreferences({ rail: 'open' })
    await until(() => expect(shown().rail).toBe('open'))
    await until(() => expect(sent()).toHaveLength(1))
    await until(() => expect(shown().rail).toBe('auto'))
  })

  test('takes the server’s value when the server refuses everything unsent in this browser', async () => {
    keep({ density: 'comfortable' }, { rail: 'open' })
    onServer = { ...defaultPreferences, density: 'compact' }
    server.answer(savePreferences, refused('There is no such choice.', 'bad-request', 400))
    open()
    await untilFetched()
    await until(() => expect(shown()).toEqual(onServer))
    expect(sent()).toEqual([{ rail: 'open' }])
  })

  test.each([
    { volume: 7, speed: 100, step: -1 },
    { volume: -0.1, speed: 0, step: 61 },
    { panel: 'p'.repeat(51), keys: { play: 7 } },
    { keys: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`key ${at}`, 'F4'])) },
  ])('outside the contract’s limits in this browser is ignored: %o', async (kept) => {
    server.answer(getPreferences, unreachable)
    keep(kept, kept)
    open()
    await untilFetched()
    expect(shown()).toEqual(defaultPreferences)
    expect(sent()).toEqual([])
  })

  test('stored by a newer version is read as far as this version understands it', async () => {
    server.answer(getPreferences, unreachable)
    keep({ density: 'tiny', step: 'far', speed: 2, colours: ['red'], keys: ['a'], panel: null })
    open()
    await until(() => expect(shown()).toEqual({ ...defaultPreferences, speed: 2, panel: null }))
    localStorage.setItem(cacheOf(dana.id), '[not json')
    forgetPreferences()
    await until(() => expect(shown()).toEqual(defaultPreferences))
  })

  test('that changes in another tab is shown in this one', async () => {
    open()
    await untilFetched()
    keep({ ...defaultPreferences, factsFolded: true })
    window.dispatchEvent(new StorageEvent('storage', { key: cacheOf(dana.id) }))
    await until(() => expect(shown().factsFolded).toBe(true))
  })

  test('is sent before a sign-out, and does not apply to the next person [SHELL-44]', async () => {
    open()
    await untilFetched()
    changePreferences({ keys: { play: 'F4' } })
    await sendPreferences()
    expect(onServer.keys).toEqual({ play: 'F4' })
    forgetUser()
    await until(() => expect(shown()).toEqual(defaultPreferences))
    expect(localStorage.getItem(cacheOf(dana.id))).toBeNull()
    changePreferences({ rail: 'open' })
    expect(shown().rail).toBe('auto')
    server.answer(getPreferences, [defaultPreferences])
    storeUser(aUser({ id: idOf(77) }))
    await until(() => expect(server.asked(getPreferences)).toHaveLength(2))
    expect(shown()).toEqual(defaultPreferences)
  })

  test('that arrives after its person has signed out is not kept', async () => {
    let answer!: (value: Preferences[]) => void
    server.answer(getPreferences, () => new Promise((resolve) => (answer = resolve)))
    open()
    await untilFetched()
    forgetUser()
    answer([{ ...defaultPreferences, rail: 'open' }])
    await new Promise((next) => requestAnimationFrame(next))
    expect({ ...localStorage }).toEqual({})
    expect(shown().rail).toBe('auto')
  })
})
