import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The engine's output with sure words, so that no voice detection follows, which costs as much as decoding. */
const sureWords = ['chest', 'pain', 'since', 'today']
  .map((word, at) => `${word} 0.${at + 1}00 0.${at + 2}00 0.99`)
  .join('\\n')

/**
 * A replacement of the speech engine for tests of everything around recognition: it always recognises the same words.
 * @param first bash commands to run before; `$2` is the sound file
 * @returns its path, for `DICTARA_SPEECH_PROGRAM`
 */
export function quickEngine(folder: string, first = ''): string {
  const path = join(folder, 'engine')
  writeFileSync(path, `#!/bin/bash\n${first}\nprintf '${sureWords}\\n'\n`, { mode: 0o755 })
  return path
}
