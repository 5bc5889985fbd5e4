import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A password made of at most this many common passwords, with digits between them, is guessed early. Four ordinary words are not. */
const mostParts = 2
const leastPart = 4

let list: ReadonlySet<string> | undefined
let longest = 0

/** Read from the file when the first password is checked. The list stays on the server. */
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

/** The fewest common passwords that make up a text; digits and own words are free. Infinity if they do not make it up. */
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
 * True for passwords that attackers try first: one or two common passwords, also with digits or signs in place of letters, or with
 * digits or the person's own words around them (controls.md S21).
 */
export function isCommonPassword(password: string, ownWords: readonly string[]): boolean {
  const words = ownWords.filter(({ length }) => length > 0)
  return [plain(password), withoutSigns(password)].some((text) => partsOf(text, words) <= mostParts)
}
