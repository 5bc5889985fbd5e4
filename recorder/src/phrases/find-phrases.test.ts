import { expect, test } from 'vitest'
import { phraseFinder, toShown } from './find-phrases.ts'

const phrase = (key: string, text: string, more: object = {}) => ({
  id: key,
  key,
  phrase: text,
  dynamic: false,
  restrictedToTemplates: false,
  templateMapping: [],
  ...more,
})
const found = (search: string, ...phrases: ReturnType<typeof phrase>[]) =>
  phraseFinder(phrases)
    .find(search)
    .map(({ key }) => key)

test('every word is searched anywhere in key and text, ignoring case, accents and width; keys come before texts', () => {
  const some = [
    phrase('wound care', 'Keep the <b>wound</b> dry.'),
    phrase('Café talk', 'Coffee &amp; rest'),
    phrase('dry eyes', 'Drops'),
    phrase('normal chest', 'Clear.'),
  ]
  expect(found('DRY', ...some)).toEqual(['dry eyes', 'wound care'])
  expect(found('care wound', ...some)).toEqual(['wound care'])
  expect(found('cafe', ...some)).toEqual(['Café talk'])
  expect(found('coffee & rest', ...some)).toEqual(['Café talk'])
  expect(found('ｃｈｅｓｔ', ...some)).toEqual(['normal chest'])
  expect(found('  ', ...some)).toEqual(['Café talk', 'dry eyes', 'normal chest', 'wound care'])
  expect(found('bold', ...some)).toEqual([])
})

test('texts read before a search are found like the others', () => {
  const some = Array.from({ length: 120 }, (_, index) => phrase(`key ${index}`, `Text number ${index}.`))
  const finder = phraseFinder(some)
  let times = 1
  while (finder.readSome()) times += 1
  expect(times).toBe(3)
  expect(finder.find('number 119').map(({ key }) => key)).toEqual(['key 119'])
  expect(phraseFinder(some).find('number 119')).toEqual(finder.find('number 119'))
})

test('a phrase is plain text with its fields in brackets, and says where alone it may be used', () => {
  const shown = (more: object) => toShown('soap')(phrase('k', 'Dear <i>{{ Last Name }}</i>,\nx &lt; y', more))
  expect(shown({}).text).toBe('Dear [Last Name],\nx < y')
  const mapping = (templateId: string, allHeadings: boolean) => ({
    restrictedToTemplates: true,
    templateMapping: [{ templateId, allHeadings, templateHeadings: ['PLAN', 'EXAM'] }],
  })
  expect(shown({}).only).toBeUndefined()
  expect(shown(mapping('soap', true)).only).toBeUndefined()
  expect(shown(mapping('soap', false)).only).toBe('Only under PLAN, EXAM')
  expect(shown(mapping('other', true)).only).toBe('Not with the template of this dictation')
  // A restricted phrase without templates of its own is not limited to any template (Q076).
  expect(shown({ restrictedToTemplates: true }).only).toBeUndefined()
})
