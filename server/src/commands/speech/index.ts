import { readFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { BadCommand } from '../bad-command.ts'
import { scoreTexts } from './score-texts.ts'
import { writeLines } from './write-lines.ts'

const usage = `What whoever evaluates the speech recognition does at the terminal. It reads the same settings as the server.

  npm run -s speech -- transcribe FILE… [--engine ENGINE]
      Recognises sound files, and prints one JSON line a file: file, engine, seconds (the length of the sound), words with
      their times and confidence, text (the whole note), and sections. ENGINE is a value of DICTARA_SPEECH, or the path of a
      folder with a speech model, e.g. ./model. A file that fails has a line with its error, and the exit code is 1.

  npm run -s speech -- write
      Reads spoken lines on standard input, and prints each as it is written; a line break inside of one as \\n.

  npm run -s speech -- score REFERENCE HYPOTHESIS
      Compares two text files, and prints as JSON how many words are wrong: of all, and of those that must be right.
`

const options = { engine: { type: 'string' }, help: { type: 'boolean' } } as const

type Words = Record<string, string | undefined>
type Print = (text: string) => Promise<void>

interface Terminal {
  stdin: Readable
  stdout: Writable
  stderr: Writable
}

/** Runs one command of `npm run speech`. Only results are printed on standard output. @returns the exit code. */
export async function runSpeechCommand(given: string[], env: Words, terminal: Terminal = process): Promise<number> {
  const { stdout, stderr } = terminal
  // What goes wrong is told by the write that it happens to.
  stdout.on('error', () => {})
  const print: Print = (text) =>
    new Promise((done, fail) => stdout.write(text, (error) => (error ? fail(error) : done())))
  try {
    return await run(given, { ...terminal, env, print })
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    // Whoever reads the output may have had enough, as `head` has: that is no failure.
    if (code === 'EPIPE') return 0
    const isFile = path !== undefined && ['ENOENT', 'EACCES', 'EISDIR'].includes(code ?? '')
    stderr.write(`${isFile ? `The file ${path} cannot be read.` : (error as Error).message}\n`)
    return 1
  }
}

async function run(
  given: string[],
  { stdin, stderr, env, print }: Pick<Terminal, 'stdin' | 'stderr'> & { env: Words; print: Print },
): Promise<number> {
  const { values, positionals } = readCommand(given)
  const [verb, ...files] = positionals
  if (values.help || verb === undefined) {
    await print(usage)
    return 0
  }
  const bad = (message: string) => new BadCommand(`${message}\n\n${usage}`)
  if (verb !== 'transcribe' && values.engine !== undefined) throw bad('Only transcribe takes --engine.')
  switch (verb) {
    case 'transcribe': {
      if (files.length === 0) throw bad('Give at least one audio file.')
      // The other commands need nothing of the server, and start at once.
      const { transcribe } = await import('./transcribe.ts')
      return transcribe({ files, engine: values.engine, env, print, stderr })
    }
    case 'write': {
      if (files.length > 0) throw bad('write reads standard input and takes no files.')
      for await (const written of writeLines(stdin.setEncoding('utf8'))) await print(written)
      return 0
    }
    case 'score': {
      const [reference, hypothesis, ...more] = files
      if (!reference || !hypothesis || more.length > 0)
        throw bad('Give two files: the correct text, then the one to score.')
      const texts = await Promise.all([readFile(reference, 'utf8'), readFile(hypothesis, 'utf8')])
      await print(`${JSON.stringify(scoreTexts(...texts))}\n`)
      return 0
    }
    default:
      throw bad(`Unknown command “${verb}”.`)
  }
}

function readCommand(given: string[]) {
  try {
    return parseArgs({ args: given, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new BadCommand(`${(error as Error).message}\n\n${usage}`)
  }
}
