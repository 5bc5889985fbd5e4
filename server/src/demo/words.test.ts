import { nameOfItem } from '@dictara/contract/collection'
import { phraseCalls } from '@dictara/contract/phrases'
import { templateCalls } from '@dictara/contract/templates'
import { headingText } from '@dictara/dictation/note-text'
import { cleanPhrase, fieldsOf } from '@dictara/dictation/phrase-text'
import { describe, expect, test } from 'vitest'
import { dynamicCategories } from '../features/phrases/index.ts'
import { systemHeadings } from '../features/templates/index.ts'
import { demoAccount } from '../testing/demo-account.ts'
import { signInAs } from '../testing/test-client.ts'
import { startTestServer } from '../testing/test-server.ts'
import { prepareDemo } from './index.ts'
import { demoPeople } from './people.ts'
import { defaultOf, dictionaryWords, type DemoWords, specialties, wordsOfAccounts } from './words.ts'

const everything: [string, DemoWords, phrases: number, templates: number][] = [
  ...Object.entries(specialties).map(([name, words]) => [name, words, 25, 8] as [string, DemoWords, number, number]),
  ['dictionary', dictionaryWords, 40, 12],
  ['clinic', wordsOfAccounts.clinicAdmin![0]!, 2, 1],
]
const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

describe.each(everything)('the words of %s', (name, { phrases, templates }, phraseCount, templateCount) => {
  test('match the numbers of the demo, with unique names, each accepted by the product', () => {
    expect([phrases.length, templates.length]).toEqual([phraseCount, templateCount])
    expect(twice(phrases.map(({ key }) => nameOfItem(key)))).toEqual([])
    expect(twice(templates.map((one) => nameOfItem(one.name)))).toEqual([])
    for (const { key, phrase: lines } of phrases) {
      const phrase = lines.join('\n')
      expect(phraseCalls.createPhrase.body.safeParse({ key, phrase }).error, key).toBeUndefined()
      // No character is read as markup, and no line is empty.
      expect(cleanPhrase(phrase), key).toBe(phrase)
      expect(
        lines.filter((line) => line.trim() === '' || /&|<(?!\/?[biu]>)/.test(line)),
        key,
      ).toEqual([])
    }
    for (const template of templates) {
      const { name: templateName, description: templateDescription, headings } = template
      const sectionHeadings = headings.map((one) => ({
        customUIHeading: one.heading,
        systemHeading: one.system,
        description: one.help,
        defaultValue: defaultOf(one, phrases),
      }))
      const sent = { templateName, templateDescription, sectionHeadings }
      expect(templateCalls.createTemplate.body.safeParse(sent).error, templateName).toBeUndefined()
    }
  })

  test('have keys that can be spoken: a few words without signs or numbers', () => {
    for (const { key } of phrases) expect(key).toMatch(/^(?=.{4,40}$)[a-z]+(?:[ -]?[a-z]+){1,4}$/i)
  })

  test('have existing fields where they are dynamic, and no braces elsewhere', () => {
    const dynamic = phrases.filter(({ category }) => category)
    if (phraseCount > 2) expect(dynamic.length).toBeGreaterThanOrEqual(4)
    for (const { key, category, phrase } of phrases) {
      const known = dynamicCategories.find(({ fieldUiValue }) => fieldUiValue === category)?.avilableFields ?? []
      const fields = fieldsOf(phrase.join('\n'))
      expect(
        fields.filter((field) => !known.includes(field)),
        key,
      ).toEqual([])
      expect(fields.length > 0, key).toBe(category !== undefined)
    }
  })

  test('have existing headings, each once per template and with a description', () => {
    const systemNames = systemHeadings.map((one) => one.name)
    for (const { name: template, headings } of templates) {
      expect(twice(headings.map(({ heading }) => headingText(heading))), template).toEqual([])
      expect(
        headings.filter(({ system }) => !systemNames.includes(system)),
        template,
      ).toEqual([])
      expect(
        headings.every(({ help }) => help.length > 8),
        template,
      ).toBe(true)
      expect(
        headings.some(({ required }) => required),
        template,
      ).toBe(true)
      // `append` puts the dictation after a default text, so there must be a default text.
      expect(
        headings.filter(({ append, text, phrases: keys }) => append && !text && !keys),
        template,
      ).toEqual([])
    }
    const kept = phrases.flatMap(({ keptTo = [] }) => keptTo)
    for (const { template, headings = [] } of kept) {
      const known = templates.find((one) => one.name === template)!.headings.map(({ heading }) => heading)
      expect(
        headings.filter((heading) => !known.includes(heading)),
        template,
      ).toEqual([])
    }
    if (name !== 'dictionary' && name !== 'clinic') expect(kept.length).toBeGreaterThan(0)
  })

  test('appear in default texts only where they are allowed in the note', () => {
    for (const template of templates)
      for (const { heading, phrases: keys = [] } of template.headings)
        for (const key of keys) {
          const phrase = phrases.find((one) => one.key === key)!
          expect(phrase.category, key).toBeUndefined()
          const kept = phrase.keptTo?.find((one) => one.template === template.name)
          expect(!phrase.keptTo || (kept && (kept.headings ?? [heading]).includes(heading)), key).toBe(true)
        }
  })
})

test('no author of the demo has a key twice, and about two thirds of the keys are in use', () => {
  for (const words of Object.values(wordsOfAccounts)) {
    expect(twice(words.flatMap(({ phrases }) => phrases.map(({ key }) => nameOfItem(key))))).toEqual([])
    expect(twice(words.flatMap(({ templates }) => templates.map(({ name }) => nameOfItem(name))))).toEqual([])
  }
  for (const [name, { phrases, templates }] of Object.entries(specialties)) {
    expect([16, 17, 18], name).toContain(phrases.filter(({ aside }) => !aside).length)
    expect(templates.filter(({ aside }) => !aside).length, name).toBe(5)
  }
})

test('each doctor of the demo has their own phrases, everyone has the clinic’s, and everyone is offered global ones and the dictionary', async () => {
  const server = await startTestServer({ settings: { DICTARA_DEMO: 'yes' } })
  try {
    await prepareDemo(server.doors, server.app.blobs, server.config)
    const { email, password } = demoAccount(server.config.dataFolder, 'doctor')
    const who = await signInAs(server.url, email, password)
    const size = async (list: string) =>
      (await who.ask<{ size: number }>(`GET /clinic/authors/${list}&page=0&size=100`)).size
    const countOf = (what: 'phrases' | 'templates', isAside: boolean) =>
      wordsOfAccounts.doctor!.flatMap((one) => [...one[what]]).filter(({ aside = false }) => aside === isAside).length
    // The clinic has two phrases of its manager, one template of its manager and four initial templates.
    expect(await size('canned-text?type=active')).toBe(countOf('phrases', false) + 2)
    expect(await size('canned-text?type=mine')).toBe(countOf('phrases', true))
    expect(await size('section-template?type=active')).toBe(countOf('templates', false) + 1 + 4)
    expect(await size('section-template?type=mine')).toBe(countOf('templates', true))
    const offered = await who.ask<{ key: string; conflict: boolean; author: { doctorName: string } | null }>(
      'GET /clinic/authors/canned-text?type=author&page=0&size=100',
    )
    const isByNobody = offered.result.filter(({ author }) => author === null)
    expect(isByNobody).toHaveLength(40)
    expect(new Set(offered.result.map(({ author }) => author?.doctorName))).toEqual(
      new Set([undefined, 'Piet van der Berg', 'Adam Lindqvist']),
    )
    expect(isByNobody.find(({ key }) => key === 'normal lungs')?.conflict).toBe(true)
    expect(isByNobody.find(({ key }) => key === 'normal eyes')?.conflict).toBe(false)
    const god = demoAccount(server.config.dataFolder, 'dictaraGod')
    const keeper = await signInAs(server.url, god.email, god.password)
    const kept = (list: string) => keeper.ask(`GET /clinic/dictionary/${list}?page=0&size=10`)
    expect((await kept('canned-texts-dictionary')).size).toBe(40)
    expect((await kept('dictation-templates-dictionary')).size).toBe(12)
    // The dictionary is made once with the demo. A second run adds nothing.
    await prepareDemo(server.doors, server.app.blobs, server.config)
    expect((await kept('canned-texts-dictionary')).size).toBe(40)
    expect(demoPeople.map(({ account }) => account)).toEqual(expect.arrayContaining(Object.keys(wordsOfAccounts)))
  } finally {
    await server.close()
  }
}, 60_000)
