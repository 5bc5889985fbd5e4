import { waysToSayDigits } from './say-number.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC')

/** The letters and digits of a text as they are compared: case, width, space and punctuation do not count. */
export const soundOf = (text: string): string => folded(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** A key as a row of words, letters and digits apart: "CP1" is "cp 1". */
const wordsOfKey = (key: string): string[] => folded(key).match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []

const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')

/** Beyond so many groups of digits all of them are said in the same way. */
const groupsMost = 2

/**
 * What may be heard when a key is said, without space: the key as it is written, its digits in words too, accents aside. Engines part
 * words as they like ("x ray", "xray", "c p one"), so what is heard is compared without space as well.
 */
export function soundsOfKey(key: string): string[] {
  const words = wordsOfKey(key)
  const ways = words.map((word) =>
    /^[0-9]+$/.test(word) ? [word, ...waysToSayDigits(word).map((said) => said.join(''))] : [word],
  )
  const groups = ways.filter(({ length }) => length > 1).length
  const most = Math.max(1, ...ways.map(({ length }) => length))
  const sounds =
    groups > groupsMost
      ? Array.from({ length: most }, (_, way) => ways.map((of) => of[way] ?? of.at(-1)!).join(''))
      : ways.reduce<string[]>((all, of) => all.flatMap((before) => of.map((way) => before + way)), [''])
  return [...new Set([...sounds, ...sounds.map(withoutAccents)])].filter(Boolean)
}
