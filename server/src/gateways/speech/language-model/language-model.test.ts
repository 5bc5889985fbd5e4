import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inContexts, makeDictations, readCorpus } from './make-dictations.ts'
import { learnLettersToSounds } from './letters-to-sounds.ts'
import { mixModels } from './mix-models.ts'
import { afterOne, afterTwo, keyOf } from './ngram-model.ts'
import { corpusFiles } from './prepare-language-model.ts'
import { phonesOf } from './pronounce.ts'
import { sayInPairs, sayNumber, sayOrdinal } from './spoken-numbers.ts'
import { sentenceEnd, sentenceStart, trainNgrams } from './train-ngrams.ts'

const vocabulary = [sentenceStart, sentenceEnd, 'chest', 'pain', 'no', 'fever', 'colon']
const numbers = new Map(vocabulary.map((word, index) => [word, index]))
const sentences = fc.array(fc.array(fc.constantFrom(...vocabulary.slice(2)), { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 12,
})
const histories = vocabulary.flatMap((_, one) => vocabulary.map((__, two) => [one, two] as const))

test('the probabilities of all words add up to one after any preceding words', () => {
  fc.assert(
    fc.property(sentences, sentences, (one, other) => {
      const model = mixModels(trainNgrams(one, numbers), trainNgrams(other, numbers), 0.6)
      for (const [first, second] of histories) {
        const sum = (chance: (word: number) => number) => vocabulary.reduce((total, _, word) => total + chance(word), 0)
        expect(sum((word) => afterOne(model, second, word))).toBeCloseTo(1, 3)
        expect(sum((word) => afterTwo(model, keyOf(first, second), word))).toBeCloseTo(1, 3)
      }
    }),
    { numRuns: 50 },
  )
})

test('frequent words are likelier than words that never occurred', () => {
  const model = trainNgrams(
    [
      ['no', 'chest', 'pain'],
      ['chest', 'pain'],
      ['no', 'fever'],
    ],
    numbers,
  )
  const id = (word: string) => numbers.get(word)!
  expect(afterOne(model, id('chest'), id('pain'))).toBeGreaterThan(afterOne(model, id('chest'), id('fever')))
})

test('the corpus has every class that it names, and gives the same dictations every time', () => {
  const corpus = readCorpus(corpusFiles.map((file) => readFileSync(file, 'utf8')).join('\n'))
  const make = () => [...makeDictations(corpus, ['chief complaint', 'plan'], 2)].map((words) => words.join(' '))
  const made = make()
  expect(made).toEqual(make())
  expect(made).toContain('chief complaint colon')
  for (const text of made) expect(text).toMatch(/^[a-z' ]*$/)
})

test('numbers are written as they are dictated', () => {
  expect([81, 142, 500, 1200].map(sayNumber)).toEqual([
    'eighty one',
    'one hundred forty two',
    'five hundred',
    'one thousand two hundred',
  ])
  expect([142, 1985, 1905, 500].map(sayInPairs)).toEqual([
    'one forty two',
    'nineteen eighty five',
    'nineteen oh five',
    'five hundred',
  ])
  expect([1, 3, 12, 20, 21].map(sayOrdinal)).toEqual(['first', 'third', 'twelfth', 'twentieth', 'twenty first'])
})

test('a pronunciation becomes phones of the acoustic model, and one with unknown sounds becomes none', () => {
  expect(phonesOf('ɐ_p_ˈɪ_k_s_æ_b_ə_n')).toBe('AH P IH K S AE B AH N')
  expect(phonesOf('m_ˈɛ_ɾ_ə_p_ɹ_ˌɑː_l_ɑː_l')).toBe('M EH T AH P R AA L AA L')
  expect(phonesOf('ʘ')).toBeUndefined()
})

test('the sounds of letters are learnt from pronunciations, including silent letters and pairs', () => {
  const said =
    'cat K AE T|sat S AE T|cit S IH T|kit K IH T|sit S IH T|tack T AE K|sick S IH K|kick K IH K|axe AE K S|six S IH K S|ask AE S K'
  const learnt = learnLettersToSounds(
    said.split('|').map((line) => {
      const [word, ...phones] = line.split(' ') as [string, ...string[]]
      return [word, phones]
    }),
  )
  expect(learnt.say('tick', 1)).toEqual(['T IH K'])
  expect(learnt.say('tax', 1)).toEqual(['T AE K S'])
  expect(learnt.say('cask', 3)).toContain('K AE S K')
  expect(learnt.say('', 3)).toEqual([])
})

test('a phrase of the installation is known in every context, and one without letters in none', () => {
  const contexts = inContexts(' Dr. Okafor-Lindqvist ').map((words) => words.join(' '))
  expect(new Set(contexts).size).toBe(contexts.length)
  for (const context of contexts) expect(context).toContain('dr okafor lindqvist')
  expect(contexts).toContain('dr okafor lindqvist')
  expect(inContexts(' 12-4 ')).toEqual([])
})
