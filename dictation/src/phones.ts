import { isNumberWord, waysToSayDigits } from './say-number.ts'

/** The names of the letters, as approximate sounds. */
const names: Record<string, string> = Object.fromEntries(
  (
    'a:ei b:bi c:si d:di e:i f:ef g:Ji h:eiC i:ai j:Jei k:kei l:el m:em n:en o:o p:pi q:ku r:ar s:es t:ti u:u v:vi ' +
    'w:dablu x:eks y:wai z:zi'
  )
    .split(' ')
    .map((one) => one.split(':') as [string, string]),
)

/** Rules from letters to approximate sounds, one letter each; the first matching rule wins. S is sh, C ch, J as in jaw, T th. */
const rules: [RegExp, string][] = [
  [/tion|sion/g, 'San'],
  [/^one$/, 'wan'],
  [/^two$|^to$|^too$/, 'tu'],
  [/^kn/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/^x/, 'z'],
  [/ph/g, 'f'],
  [/sch?(?=[eiy])|sh/g, 'S'],
  [/tch|ch/g, 'C'],
  [/th/g, 'T'],
  [/ck|q/g, 'k'],
  [/igh/g, 'ai'],
  [/gh/g, ''],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/dg|j/g, 'J'],
  [/x/g, 'ks'],
  [/ee|ea|ie|y/g, 'i'],
  [/oo|ew|ue/g, 'u'],
  [/ay|ai/g, 'ei'],
  [/(?<=[a-z]{2})e$/, ''],
  [/([a-zSCJT])\1/g, '$1'],
]

const soundsOfWord = (word: string) =>
  rules.reduce((sounds, [from, to]) => sounds.replace(from, to), word.normalize('NFD').replace(/[^a-z]/g, ''))

/** Words in capitals and words without vowels are spoken letter by letter. */
const isSpelled = (word: string) =>
  word.length === 1 || /^[A-Z]{2,4}$/.test(word) || (word.length <= 4 && !/[aeiouy]/i.test(word))

/** The approximate sound of a word or a letter. */
export interface Sounds {
  sounds: string
  /** Or the sound of a digit, which is short and easily misheard. */
  isLetter: boolean
}

/** The approximate sounds of words as written: word by word, with letters and digits one at a time. */
export const soundsOfWords = (words: readonly string[]): Sounds[] =>
  words.flatMap((word): Sounds[] => {
    if (/^[0-9]+$/.test(word))
      return waysToSayDigits(word)[0]!.map((said) => ({ sounds: soundsOfWord(said), isLetter: true }))
    if (!isSpelled(word)) return [{ sounds: soundsOfWord(word.toLowerCase()), isLetter: false }]
    return [...word.toLowerCase()].map((letter) => ({ sounds: names[letter] ?? '', isLetter: true }))
  })

/** The numbers in a row of words, word by word. */
export const numbersIn = (words: readonly string[]): string =>
  words
    .flatMap((word) => (/^[0-9]+$/.test(word) ? waysToSayDigits(word)[0]! : [word.toLowerCase()]))
    .filter(isNumberWord)
    .join(' ')
