import { waysToSayDigits } from './say-number.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC')

/** The letters and digits of a text, for comparison: case, width, spaces and punctuation do not count. */
export const soundOf = (text: string): string => folded(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** The words of a key, with letters and digits separated: "CP1" becomes "cp 1". */
const wordsOfKey = (key: string): string[] => folded(key).match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []

const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')

/** With more groups of digits than this, all groups are assumed to be said in the same way. */
const groupsMost = 2

/**
 * All forms in which a key may be recognised, without spaces: as written, with its digits in words, and without
 * accents. Engines divide words differently ("x ray", "xray", "c p one"), so recognised text is compared without spaces
 * too.
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
