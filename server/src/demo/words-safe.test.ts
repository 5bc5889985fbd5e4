import { distanceOf, nearKeys } from '@dictara/dictation/near-key'
import { plainText } from '@dictara/dictation/note-text'
import { soundsOfWords } from '@dictara/dictation/phones'
import { describe, expect, test } from 'vitest'
import { systemHeadings } from '../features/templates/index.ts'
import { defaultOf, dictionaryWords, type DemoWords, specialties, wordsOfAccounts } from './words.ts'

const clinic = wordsOfAccounts.clinicAdmin![0]!
/** The phrases that one person may use: their own, and those that the clinic made active for all users. */
const lists: [string, readonly DemoWords[]][] = [
  ['dictionary', [dictionaryWords]],
  ...Object.entries(wordsOfAccounts).map(([account, own]): [string, DemoWords[]] => [
    account,
    [...new Set([...own, clinic])],
  ]),
]
const everything: [string, DemoWords][] = [
  ...Object.entries(specialties),
  ['dictionary', dictionaryWords],
  ['clinic', clinic],
]
/** The text with a word in place of each field. */
const textOf = (lines: readonly string[]) =>
  lines
    .map(plainText)
    .join('\n')
    .replaceAll(/\{\{[^{}]+\}\}/g, 'that')
const defaultsOf = ({ templates, phrases }: DemoWords) =>
  templates.flatMap(({ name, headings }) =>
    headings.map((one) => ({ at: `${name}, ${one.heading}`, text: textOf(defaultOf(one, phrases).split('\n')) })),
  )
const textsOf = (words: DemoWords) => [
  ...words.phrases.map(({ key, phrase }) => ({ at: key, text: textOf(phrase) })),
  ...defaultsOf(words),
  ...words.templates.flatMap(({ name, description, headings }) => [
    { at: name, text: description },
    ...headings.map(({ heading, help }) => ({ at: `${name}, ${heading}`, text: help })),
  ]),
]
const findings = (texts: readonly { at: string; text: string }[], pattern: RegExp) =>
  texts.flatMap(({ at, text }) => [...text.matchAll(pattern)].map(([found]) => `${at}: ${found}`))

/** The Joint Commission's “Do Not Use” list, and ISMP's error-prone abbreviations that occur in notes of clinics. */
const dangerous =
  /(?<!\w)(?:U|IU|u|Q\.?D\.?|q\.?d\.?|Q\.?O\.?D\.?|q\.?o\.?d\.?|MS|MSO4|MgSO4|cc|μg|µg|ug|[Hh]\.?[Ss]\.?|SC|SQ|sub q|AD|AS|AU|OD|OS|OU|BID|TID|QID|D\/C|DC|BT|IN|IJ|SSRI|TIW|BIW|prn|PRN|HCT|HCTZ|AZT|CPZ)(?!\w)/g
/** 1.0 mg may be read as 10, .5 mg as 5, and 10000 as 1000. “<” and “@” are mistaken for letters and digits. */
const dangerousFigures =
  /(?<![\d.])\d+\.0(?!\d)|(?<!\d)\.\d|\d{5,}|\d(?:mg|mL|mcg|kg|cm|mm)\b|[<>@&≤≥±°]|\d\s?(?:"|'')/g
/** Abbreviations that are clear in a note of their specialty. All others must be written out. */
const known = new Set(
  (
    'A I C CT MRI BI-RADS Lung-RADS COVID-19 HIV PHQ-2 A1c ACE SGLT2 NYHA HEART HAS-BLED CHA2DS2-VASc PR QRS QT ST T II XII ' +
    'SOAP Hg mL McMurray'
  ).split(' '),
)
const abbreviation = /(?<![\w-])(?=[\w-]*[A-Z][\w-]*[A-Z]|[\w-]*[A-Z]\w*\d|[A-Z](?![\w-]))[\w-]+/g
const pairedPart =
  /\b(?:shoulder|elbow|wrist|hand|finger|thumb|palm|hip|knee|ankle|foot|leg|arm|limb|extremity|breast|ear|eye|meniscus)\b/
const isOfBoth = /\b(?:both|bilateral(?:ly)?|either|each)\b/i
/** Words that state a finding of an examination. */
const assertion = /\b(?:normal|intact|negative|clear|unremarkable|symmetric|No|without|nontender|preserved)\b/g

describe.each(everything)('the words of %s', (_, words) => {
  test('have no confusing abbreviation, and no number that is easily misread', () => {
    expect(findings(textsOf(words), dangerous)).toEqual([])
    expect(findings(textsOf(words), dangerousFigures)).toEqual([])
    const keys = words.phrases.map(({ key }) => ({ at: key, text: key }))
    expect(findings(keys, dangerous)).toEqual([])
    const unknown = [...textsOf(words), ...keys].flatMap(({ at, text }) =>
      [...text.matchAll(abbreviation)].filter(([short]) => !known.has(short)).map(([short]) => `${at}: ${short}`),
    )
    expect(unknown).toEqual([])
  })

  test('ask for the side of paired organs', () => {
    for (const { at, text } of [
      ...words.phrases.map(({ key, phrase }) => ({ at: key, text: textOf(phrase) })),
      ...defaultsOf(words),
    ])
      if (pairedPart.test(text) && !isOfBoth.test(text)) expect(text, at).toMatch(/____/)
  })

  test('have keys that say when a phrase states normal findings', () => {
    for (const { key, phrase } of words.phrases) {
      const said = textOf(phrase).match(assertion)?.length ?? 0
      if (said >= 3) expect(key).toMatch(/\b(?:normal|negative)\b/)
    }
  })

  test('have default texts without statements in the doctor’s name: no finding, no denial, no action', () => {
    const done = /\b(?:was|were|is negative|has been|consented|denies|voiced)\b/gi
    // The technique of an imaging study is known before the study, so its template may state it.
    const texts = defaultsOf(words).map(({ at, text }) => ({
      at,
      text: text.replace('Dose reduction techniques were used.', '').replace('unless you were told otherwise', ''),
    }))
    expect(findings(texts, /\b(?:normal|intact|negative|unremarkable|None|nontender)\b|\bNo (?!driving)/g)).toEqual([])
    expect(findings(texts, done)).toEqual([])
  })

  test('have a unit for each requested measure, and punctuation', () => {
    const measure = /ejection fraction ____(?!%)|pressure ____(?! (?:cm|mm) )|weight ____(?! kg)|nodule: ____(?! mm)/gi
    expect(findings(textsOf(words), measure)).toEqual([])
    expect(findings(textsOf(words), / {2}| [.,;:]|\.\.|,\.|[^.:”]$(?<=\n.{60,})/g)).toEqual([])
    const helps = words.templates.flatMap(({ name, headings }) =>
      headings.map(({ help }) => ({ at: name, text: help })),
    )
    expect(helps.filter(({ text }) => !/^[A-Z“].*[.”]$/.test(text))).toEqual([])
  })

  test('mention in hints only keys that exist and are allowed there', () => {
    for (const { name, headings } of words.templates)
      for (const { heading, help } of headings)
        for (const [, key] of help.matchAll(/[Ii]nsert ([^”,]+?),?”/g)) {
          const phrase = words.phrases.find((one) => one.key === key)
          expect(phrase, `${name}, ${heading}: ${key}`).toBeDefined()
          const kept = phrase!.keptTo?.find(({ template }) => template === name)
          expect(!phrase!.keptTo || (kept?.headings ?? (kept && [heading]))?.includes(heading), key).toBe(true)
        }
  })
})

/**
 * The smallest allowed distance in sound between two whole keys, and between the words in which they differ
 * (`distanceOf`).
 */
const wholeApart = 0.2
const farApart = 0.34
const wordsOf = (key: string) => key.match(/\d+|\p{L}+/gu)!
const joined = (words: readonly string[]) =>
  soundsOfWords(words)
    .map(({ sounds }) => sounds)
    .join('')
/** The words of two keys, without the words that both begin with and end with. */
function differingWords(one: string, other: string): [string[], string[]] {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  while (a.length > 1 && b.length > 1 && a[0] === b[0]) [a, b].forEach((row) => row.shift())
  while (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-1)) [a, b].forEach((row) => row.pop())
  return [a, b]
}

describe.each(lists)('the keys of %s', (_, own) => {
  const keys = own.flatMap(({ phrases }) => phrases.map(({ key }) => key))
  const pairs = keys.flatMap((one, index) => keys.slice(index + 1).map((other) => [one, other] as const))

  test('do not sound alike, neither as a whole nor in the words in which they differ', () => {
    const near = pairs.filter(([one, other]) => {
      const [a, b] = differingWords(one, other)
      return (
        distanceOf(joined(wordsOf(one)), joined(wordsOf(other))) < wholeApart ||
        distanceOf(joined(a), joined(b)) < farApart ||
        nearKeys([{ key: other }])(wordsOf(one)) !== undefined
      )
    })
    expect(near).toEqual([])
  })

  test('are not the start of other keys, and contain no heading or mark that would be recognised instead', () => {
    expect(
      pairs.filter(([one, other]) => `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `)),
    ).toEqual([])
    const spoken = systemHeadings.flatMap((heading) => heading.spoken.filter((way) => way.includes(' ')))
    const marks = [
      'period',
      'comma',
      'colon',
      'semicolon',
      'hyphen',
      'slash',
      'next',
      'new',
      'insert',
      'quote',
      'paren',
    ]
    expect(keys.filter((key) => spoken.some((way) => ` ${key} `.includes(` ${way} `)))).toEqual([])
    expect(keys.filter((key) => key.split(' ').some((word) => marks.includes(word)))).toEqual([])
  })
})

test('violations of these rules are found', () => {
  const found = (text: string, ...patterns: RegExp[]) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([one]) => one))
  expect(found('Insulin 10 U QD, MSO4 1.0 mg, .5 mg, 5mg', dangerous, dangerousFigures)).toEqual([
    'U',
    'QD',
    'MSO4',
    '1.0',
    '.5',
    '5mg',
  ])
  expect(found('SOB, LVEF ____%, CT and A1c', abbreviation)).toEqual(['SOB', 'LVEF', 'CT', 'A1c'])
  expect(differingWords('head CT negative', 'neck CT negative')).toEqual([['head'], ['neck']])
  expect(distanceOf(joined(['hypertension']), joined(['hypotension']))).toBeLessThan(farApart)
  expect(distanceOf(joined(['bone']), joined(['spine']))).toBeGreaterThan(farApart)
})
