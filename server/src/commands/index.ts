import { parseArgs } from 'node:util'
import type { Config } from '../platform/config.ts'
import { readConfig } from '../platform/config.ts'
import { explainFailure } from '../start/explain-failure.ts'
import { BadCommand } from './bad-command.ts'
import { checkAudit } from './check-audit.ts'
import { checkSpeech } from './check-speech.ts'
import { createClinic } from './create-clinic.ts'
import { withInstallation } from './installation.ts'
import { resetPassword, unlockUser } from './help-user.ts'
import { describeIcd10, loadIcd10, openCodeList } from './load-icd10.ts'

const usage = `What whoever runs Dictara does at the terminal, beside a running server or without one. It reads the same settings.

  npm run dictara -- clinic create --name "Hill Clinic" --email ann@hill.example --first-name Ann --last-name Lee
                     [--facility "Hill Clinic Main"] [--time-zone America/New_York]
      Makes a clinic with one facility and its administrator, and prints the link by which that person sets a password.

  npm run dictara -- user reset-password ann@hill.example
      Prints a link by which this person sets a new password, good for half an hour. Their sessions end when they do.

  npm run dictara -- user unlock ann@hill.example
      Lets this person try to sign in again after too many failures.

  npm run dictara -- audit verify
      Compares the audit with its seals, and names each row that was changed, removed or inserted. Ends with 1 if there is one.

  npm run dictara -- icd10 load FILE
      Loads the codes of ICD-10-CM from icd10cm-order-2026.txt or icd10cm-codes-2026.txt, in place of those that were loaded before.

  npm run dictara -- icd10 status
      Says which codes are loaded.

  npm run dictara -- speech check FOLDER [RECORDING]
      Says what speech model lies in the folder, lets it hear a recording, and prints the words, their times and its speed.
`

const options = {
  name: { type: 'string' },
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  facility: { type: 'string' },
  'time-zone': { type: 'string' },
  help: { type: 'boolean' },
} as const

/** The commands, and how many words follow each at most. */
const mostObjects = {
  'clinic create': 0,
  'user reset-password': 1,
  'user unlock': 1,
  'audit verify': 0,
  'icd10 load': 1,
  'icd10 status': 0,
  'speech check': 2,
}

type Words = Record<string, string | undefined>

/** Runs one command of `npm run dictara`. @returns the exit code. */
export async function runCommand(given: string[], env: Words): Promise<number> {
  let config: Config | undefined
  try {
    const { values, positionals } = readCommand(given)
    const [noun, verb, ...objects] = positionals
    const command = `${noun} ${verb}`
    const say = (text: string) => process.stdout.write(`${text}\n`)
    if (values.help || positionals.length === 0) {
      say(usage)
      return 0
    }
    if (!(command in mostObjects)) throw new BadCommand(`Unknown command “${positionals.join(' ')}”.\n\n${usage}`)
    const [first, second] = objects
    if (noun === 'user' && !first) throw new BadCommand(`Give the person’s email.\n\n${usage}`)
    if (noun === 'speech' && !first) throw new BadCommand(`Give the model’s folder.\n\n${usage}`)
    if (command === 'icd10 load' && !first) throw new BadCommand(`Give the file.\n\n${usage}`)
    const surplus = objects.slice(mostObjects[command as keyof typeof mostObjects])
    if (surplus.length > 0)
      throw new BadCommand(`Unexpected “${surplus.join(' ')}”. Put quotes around values with spaces.`)
    const settings = readConfig(env)
    config = settings
    if (command === 'speech check') {
      await checkSpeech(settings, first!, second, say)
      return 0
    }
    // Opened before the database is started, so that a missing file is reported at once.
    await using list = command === 'icd10 load' ? await openCodeList(first!) : undefined
    let code = 0
    await withInstallation(settings, async (installation) => {
      if (command === 'clinic create') say(await createClinic(installation, values, settings.DICTARA_TRIAL_DAYS))
      else if (command === 'user reset-password') say(await resetPassword(installation, first!))
      else if (command === 'audit verify') code = (await checkAudit(installation, say)) === 0 ? 0 : 1
      else if (list) say(await loadIcd10(installation, first!, list))
      else if (command === 'icd10 status') say(await describeIcd10(installation))
      else say(await unlockUser(installation, first!))
    })
    return code
  } catch (error) {
    process.stderr.write(`${explainFailure(error, config)}\n`)
    return 1
  }
}

function readCommand(given: string[]) {
  try {
    return parseArgs({ args: given, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new BadCommand(`${(error as Error).message}\n\n${usage}`)
  }
}
