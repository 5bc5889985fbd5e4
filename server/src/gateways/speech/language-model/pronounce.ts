import { type RunIn, runProcess } from '../../../platform/processes.ts'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The sounds of espeak-ng's American English, and the acoustic model's phones for them; longer ones first. */
const phones: [string, string][] = Object.entries({
  aɪə: 'AY AH',
  aɪɚ: 'AY ER',
  oːɹ: 'AO R',
  ɔːɹ: 'AO R',
  ɑːɹ: 'AA R',
  ɛɹ: 'EH R',
  ɪɹ: 'IH R',
  ʊɹ: 'UH R',
  tʃ: 'CH',
  dʒ: 'JH',
  aɪ: 'AY',
  aʊ: 'AW',
  eɪ: 'EY',
  oʊ: 'OW',
  ɔɪ: 'OY',
  iə: 'IY AH',
  əl: 'AH L',
  ɑː: 'AA',
  ɔː: 'AO',
  iː: 'IY',
  uː: 'UW',
  ɜː: 'ER',
  oː: 'AO',
  ææ: 'AE',
  a: 'AA',
  æ: 'AE',
  ɐ: 'AH',
  ʌ: 'AH',
  ə: 'AH',
  ɚ: 'ER',
  ɛ: 'EH',
  e: 'EH',
  ɪ: 'IH',
  ᵻ: 'IH',
  i: 'IY',
  ɔ: 'AO',
  o: 'OW',
  ɒ: 'AA',
  ɑ: 'AA',
  ʊ: 'UH',
  u: 'UW',
  b: 'B',
  d: 'D',
  ð: 'DH',
  f: 'F',
  ɡ: 'G',
  h: 'HH',
  j: 'Y',
  k: 'K',
  l: 'L',
  m: 'M',
  n̩: 'AH N',
  n: 'N',
  ŋ: 'NG',
  p: 'P',
  ɹ: 'R',
  r: 'R',
  s: 'S',
  ʃ: 'SH',
  t: 'T',
  ɾ: 'T',
  ʔ: 'T',
  θ: 'TH',
  v: 'V',
  w: 'W',
  x: 'K',
  z: 'Z',
  ʒ: 'ZH',
})

/** The phones of an IPA pronunciation; undefined if it has a sound unknown to the acoustic model. */
export function phonesOf(ipa: string): string | undefined {
  let rest = ipa.normalize('NFC').replaceAll(/[ˈˌ_\s\u200d]/g, '')
  const said: string[] = []
  while (rest !== '') {
    const found = phones.find(([sound]) => rest.startsWith(sound))
    if (!found && rest.startsWith('ː')) rest = rest.slice(1)
    else if (!found) return undefined
    else {
      said.push(found[1])
      rest = rest.slice(found[0].length)
    }
  }
  return said.length > 0 ? said.join(' ') : undefined
}

/**
 * Pronunciations by espeak-ng of words missing from the dictionary: about one phone in ten differs from a person's.
 * @throws ProcessFailed
 */
export async function pronounce(words: readonly string[], options: RunIn) {
  if (words.length === 0) return new Map<string, string>()
  const list = join(options.folder, 'words.txt')
  // An empty line after each word, since several would be read as one sentence.
  await writeFile(list, `${words.join('\n\n')}\n\n`)
  const limits = { timeLimitSeconds: 60, memoryLimitMb: 1_000 }
  const printed = await runProcess('espeak-ng', ['-q', '--ipa', '-v', 'en-us', '-f', list], { ...limits, ...options })
  await rm(list)
  const spoken = printed.split('\n').filter((line) => line.trim() !== '')
  // There must be one line for each word; otherwise the assignment is unknown.
  if (spoken.length !== words.length) return new Map<string, string>()
  return new Map(
    words.flatMap((word, index) => {
      const said = phonesOf(spoken[index]!)
      return said ? [[word, said] as const] : []
    }),
  )
}
