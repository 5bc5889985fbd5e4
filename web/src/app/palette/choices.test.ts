import { expect, test } from 'vitest'
import { matching } from './choices.ts'

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
])('“%s” is found as letters, whatever they are', (search, found) => {
  expect(matching(choices, search).map(({ label }) => label)).toEqual(found)
})
