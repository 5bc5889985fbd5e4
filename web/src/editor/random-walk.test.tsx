import { expect, test } from 'vitest'
import { times } from '../../../tools/src/times.ts'
import { pressKeys, randomOf, settled, type Standing, standingOf } from './testing/real-keys.ts'
import { arrows, letters, nextKey } from './testing/walk-keys.ts'
import { note, openAlone, openOurs, openPlain } from './testing/walk-notes.tsx'

// The benchmark of lost keys runs 100,000 rounds.
const rounds = times(3, 10)
const keysEach = 60

/** Runs one round in a plain editable element. Returns the keys, and the content after each of them. */
const walkPlain = async (seed: number) => {
  const random = randomOf(seed)
  const root = await openPlain()
  root.focus()
  getSelection()?.collapse(root.querySelector('p'), 0)
  const isHeading = (block: number) => root.querySelectorAll('h2, p')[block]?.localName === 'h2'
  const steps: { key: string; after: Standing }[] = []
  let now = standingOf(root)
  while (steps.length < keysEach) {
    const key = nextKey(random, now, isHeading)
    await pressKeys(key)
    await settled()
    now = standingOf(root)
    steps.push({ key, after: now })
  }
  root.closest('main')?.remove()
  return steps
}

interface Misplaced {
  characters: number
  told: string
}

/** Types the keys of a round into the note, in bursts. Returns the first difference from the plain element. */
async function walkOurs(round: number, steps: Awaited<ReturnType<typeof walkPlain>>): Promise<Misplaced | undefined> {
  const { root, stop } = await openOurs(round)
  const random = randomOf(-round)
  root.focus()
  await settled()
  let misplaced: Misplaced | undefined
  for (let at = 0; at < steps.length && !misplaced; ) {
    const burst = steps.slice(at, at + 1 + random.below(6))
    at += burst.length
    await pressKeys(...burst.map(({ key }) => key))
    await settled()
    const expected = burst.at(-1)?.after
    const found = standingOf(root)
    if (JSON.stringify(found) === JSON.stringify(expected)) continue
    const before = steps.slice(Math.max(0, at - burst.length - 4), at - burst.length)
    misplaced = {
      characters: burst.length,
      told: `round ${round}, keys ${at - burst.length}: ${burst.map(({ key }) => key).join(' ')} after ${before.map(({ key }) => key).join(' ')}
        caret ${JSON.stringify([found.anchor, found.head])} should ${JSON.stringify([expected?.anchor, expected?.head])} text: ${found.blocks.flatMap((text, block) => (text === expected?.blocks[block] ? [] : [`${block} ${text} <> ${expected?.blocks[block]}`]))[0]}`,
    }
  }
  stop()
  root.closest('main')?.remove()
  return misplaced
}

test(`a random walk of ${rounds * keysEach} real keys has the same text and caret as in a plain editable element`, async () => {
  const misplaced: Misplaced[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const found = await walkOurs(round, await walkPlain(round))
    if (found) misplaced.push(found)
  }
  // oxlint-disable-next-line no-console -- the figure is a part of what the tests print
  console.log(
    `misplaced characters: ${misplaced.reduce((sum, { characters }) => sum + characters, 0)} of ${rounds * keysEach}`,
  )
  expect(misplaced.map(({ told }) => told)).toEqual([])
}, 600_000)

const structural = [
  'Enter',
  'Backspace',
  'Delete',
  'Ctrl+B',
  'Ctrl+I',
  'Ctrl+U',
  'Ctrl+H',
  'Shift+ArrowDown',
  'Shift+ArrowRight',
  ...arrows,
  'Home',
  'End',
  'Ctrl+ArrowRight',
  'Ctrl+ArrowLeft',
  'PageDown',
  'PageUp',
  'Alt+PageDown',
  'Alt+PageUp',
]

/**
 * Checks one round, including undoing and redoing all of it: compares the content of the note, its formats and the
 * caret after every burst.
 */
const walkAll = async (seed: number, { root, editor, stop }: Awaited<ReturnType<typeof openAlone>>) => {
  const random = randomOf(seed)
  root.focus()
  await settled()
  const told: string[] = []
  const texts = () => editor.currentSections().map(({ heading, content }) => [heading, content])
  for (let burst = 0; burst < 15; burst += 1) {
    const keys = Array.from({ length: 1 + random.below(5) }, () =>
      random.oneOf([...structural, ...letters.slice(0, 12)]),
    )
    await pressKeys(...keys)
    await settled()
    told.push(`${keys.join(' ')}: ${JSON.stringify([standingOf(root).anchor, standingOf(root).head, texts()])}`)
  }
  const last = texts()
  for (const key of ['Ctrl+Z', 'Ctrl+Y']) {
    await pressKeys(...Array.from({ length: 80 }, () => key))
    await settled()
    expect(texts()).toEqual(key === 'Ctrl+Y' ? last : note.map(({ heading, content }) => [heading, content]))
  }
  stop()
  root.closest('main')?.remove()
  return told
}

test('saves, drafts, spoken words and pushes do not change the effect of keys, and everything can be undone and redone', async () => {
  for (let seed = 1; seed <= times(2, 8); seed += 1) {
    const alone = await walkAll(seed, await openAlone())
    expect(await walkAll(seed, await openOurs(seed)), `round ${seed}`).toEqual(alone)
  }
}, 300_000)
