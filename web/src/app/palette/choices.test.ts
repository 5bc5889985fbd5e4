import { userTypes } from '@dictara/contract/roles'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/stored-user.fixtures.ts'
import { menuOf } from '../areas.ts'
import { matching, pagesOf } from './choices.ts'

const choices = ['Jobs', 'José Núñez', '100 % of it', 'a\\b'].map((label) => ({ key: label, label }))

test.each([
  ['jobs', ['Jobs']],
  ['nunez jose', ['José Núñez']],
  ['%', ['100 % of it']],
  ['\\', ['a\\b']],
  ['🩺', []],
  ['.*', []],
  ['x'.repeat(200), []],
  ['  ', ['Jobs', 'José Núñez', '100 % of it', 'a\\b']],
])('“%s” is searched as plain text', (search, found) => {
  expect(matching(choices, search).map(({ label }) => label)).toEqual(found)
})

test.each([
  ['template', 'clinicAdmin', ['Dictation Template']],
  ['phrases', 'doctor', ['Key to Phrase']],
  ['phrases', 'dictaraGod', ['Dictionary']],
  ['phrases', 'reviewer', []],
  ['sign-in policy', 'clinicAdmin', ['Sign-in policy']],
  ['sign-in policy', 'admin', []],
  ['mail', 'clinicAdmin', ['Mailbox']],
  ['csv', 'admin', ['Import people']],
  ['typists', 'admin', ['Reviewers', 'Line counts']],
  ['password', 'biller', ['Profile']],
  ['mrn', 'doctor', ['Patients']],
] as const)('“%s” finds these pages for a %s: %s', (search, userType, found) => {
  const user = aUser({ userType, scopes: [] })
  expect(matching(pagesOf(user, menuOf(user, { keepsMails: true })), search).map(({ label }) => label)).toEqual(found)
})

test('no page is listed twice for any type of user', () => {
  for (const userType of userTypes) {
    const user = aUser({ userType, demo: true, facilityAccessEnable: true })
    const pages = pagesOf(user, menuOf(user, { keepsMails: true })).map(({ key }) => key)
    expect(new Set(pages).size).toBe(pages.length)
  }
})
