import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the engine prints of words of which it is sure: behind them nothing looks for a voice, which costs as much as decoding. */
const sureWords = ['chest', 'pain', 'since', 'today']
  .map((word, at) => `${word} 0.${at + 1}00 0.${at + 2}00 0.99`)
  .join('\\n')

/**
 * A program in the place of the speech engine, for tests of what happens around recognition: it hears the same words in every sound.
 * @param first what it does before, in bash; `$2` is the sound
 * @returns where it is, for `DICTARA_SPEECH_PROGRAM`
 */
export function quickEngine(folder: string, first = ''): string {
  const path = join(folder, 'engine')
  writeFileSync(path, `#!/bin/bash\n${first}\nprintf '${sureWords}\\n'\n`, { mode: 0o755 })
  return path
}
