import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of so many common passwords, with figures between them, a password is tried early; four ordinary words are not. */
const mostParts = 2
const leastPart = 4

let list: ReadonlySet<string> | undefined
let longest = 0

/** Read when the first password is set; it stays on the server. */
function commonPasswords(): ReadonlySet<string> {
  if (!list) {
    const lines = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n')
    list = new Set(lines.filter((line) => line.length >= leastPart && !line.startsWith('#')))
    longest = Math.max(...[...list].map(({ length }) => length))
  }
  return list
}

export const commonPasswordCount = () => commonPasswords().size

const figuresForLetters: Readonly<Record<string, string>> = {
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'i',
  '5': 's',
  '7': 't',
}
const signsForLetters: Readonly<Record<string, string>> = { '@': 'a', '!': 'i', $: 's' }
const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const withoutSigns = (text: string) => plain(text.replaceAll(/[@!$]/g, (sign) => signsForLetters[sign]!))
const withoutFigures = (text: string) => text.replaceAll(/[430157]/g, (figure) => figuresForLetters[figure]!)

/** How many common passwords make up a text, figures and own words for nothing; Infinity when they do not. */
function partsOf(text: string, ownWords: readonly string[]): number {
  const common = commonPasswords()
  const letters = withoutFigures(text)
  const fewest = [0, ...Array.from({ length: text.length }, () => Number.POSITIVE_INFINITY)]
  for (let from = 0; from < text.length; from += 1) {
    const so = fewest[from]!
    if (so > mostParts) continue
    const reach = (length: number, parts: number) => {
      fewest[from + length] = Math.min(fewest[from + length]!, parts)
    }
    if (/\d/.test(text[from]!)) reach(1, so)
    for (const word of ownWords) if (text.startsWith(word, from)) reach(word.length, so)
    for (let length = leastPart; length <= Math.min(longest, text.length - from); length += 1)
      if (common.has(text.slice(from, from + length)) || common.has(letters.slice(from, from + length)))
        reach(length, so + 1)
  }
  return fewest[text.length]!
}

/**
 * Whether a password is one of those that are tried first: one or two common passwords, also with figures, signs for
 * letters, or the person's own words around them (controls.md S21).
 */
export function isCommonPassword(password: string, ownWords: readonly string[]): boolean {
  const words = ownWords.filter(({ length }) => length > 0)
  return [plain(password), withoutSigns(password)].some((text) => partsOf(text, words) <= mostParts)
}
