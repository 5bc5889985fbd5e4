import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shownChord } from './keys.ts'
import { listKeys } from './list-keys.ts'

test('every key of a list has one function, and is in the documentation for everybody', () => {
  const told = readFileSync(new URL('../../../docs/using/everywhere.md', import.meta.url), 'utf8')
  const chords = Object.values(listKeys).flatMap(({ chords: all }) => [...all])
  expect(new Set(chords).size).toBe(chords.length)
  expect(chords.map(shownChord).filter((chord) => !told.includes(chord.replace('Arrow', '')))).toEqual([])
})
