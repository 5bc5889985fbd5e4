import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { colours, sheetColours } from '../../browser/src/colours.ts'
import { stages } from '../../browser/src/stages.ts'
import { colourSheet, ownColours } from './colours.ts'
import { tokenSheet } from './tokens.ts'

const root = join(import.meta.dirname, '../..')

test('the style sheet of colours matches the colour table', () => {
  expect(readFileSync(join(root, 'browser/src/colours.css'), 'utf8')).toBe(colourSheet())
})

test('every colour and size that styles refer to is in the tables', () => {
  const sheet = colourSheet() + tokenSheet()
  // Lists set their `--list-` columns themselves (web/src/ui/list-table.tsx).
  for (const file of globSync('{web,recorder,browser}/src/**/*.{css,ts,tsx}', { cwd: root }))
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(/var\((--(?!list-)[\w-]+)/g))
      expect(sheet, `${name} of ${file}`).toContain(`  ${name}: `)
})

/** WCAG's relative luminance of a colour like `#0b5cad`. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const all = { ...colours, ...sheetColours }
type Name = keyof typeof all
const contrast = (one: Name, other: Name, side: 0 | 1) => {
  const [dark, light] = [luminance(all[one][side]), luminance(all[other][side])].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

test.each(['light', 'dark'] as const)(
  'in %s, text and the edges of controls have enough contrast with their background',
  (look) => {
    const side = look === 'light' ? 0 : 1
    const onPages = [
      'text',
      'textQuiet',
      'textFaint',
      'primary',
      'primaryStrong',
      'error',
      'success',
      'warning',
    ] as const
    const pairs: [text: Name, ground: Name][] = [
      ...onPages.flatMap((text): [Name, Name][] => [
        [text, 'page'],
        [text, 'card'],
        [text, 'raised'],
      ]),
      ['onPrimary', 'primary'],
      ['onPrimary', 'primaryStrong'],
      ['onError', 'error'],
      ['onError', 'errorStrong'],
      ['onRecord', 'record'],
      ['onRecord', 'recordStrong'],
      ['primaryStrong', 'tint'],
      ...Object.values(stages).map((stage): [Name, Name] => [stage.colours.text, stage.colours.ground]),
      ...(['tint', 'errorTint', 'successTint', 'warningTint', 'added', 'taken', 'highlight'] as const).map(
        (ground): [Name, Name] => ['text', ground],
      ),
    ]
    for (const [text, ground] of pairs)
      expect(contrast(text, ground, side), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    for (const ground of ['page', 'card', 'raised'] as const)
      expect(contrast('lineStrong', ground, side)).toBeGreaterThanOrEqual(3)
  },
)

test('no other file of the web application and the recorder names a colour', () => {
  const files = globSync('{web,recorder,browser}/src/**/*.{css,ts,tsx}', { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  expect(ownColours(root, files)).toEqual([])
})

test('a colour named directly in a style sheet or component is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-colours-'))
  try {
    for (const part of ['web/src', 'recorder/src']) mkdirSync(join(folder, part), { recursive: true })
    const planted = {
      'web/src/a.css': 'a { color: #abc; }',
      'web/src/b.tsx': `<Badge color="#52606d" />`,
      'recorder/src/d.css': 'a { box-shadow: 0 0 1px rgb(0 0 0 / 40%) }',
    }
    for (const [name, text] of Object.entries({ ...planted, 'web/src/c.css': 'a { color: var(--text); }' }))
      writeFileSync(join(folder, name), text)
    expect(ownColours(folder, [...Object.keys(planted), 'web/src/c.css'])).toEqual(Object.keys(planted))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
