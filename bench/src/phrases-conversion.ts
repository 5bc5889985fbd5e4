import { randomBytes } from 'node:crypto'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { newId } from '@dictara/contract/new-id'
import { type AuthorPhrase, indexPhrases, type RecognisedWord, sayInsert, writeWholeNote } from '@dictara/dictation'
import { listWords } from '../../server/src/features/conversion/index.ts'
import { phrasesFor } from '../../server/src/features/conversion/phrases-for.ts'
import { findJob } from '../../server/src/features/jobs/index.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDoors, urlAsRole } from '../../server/src/platform/database/index.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import { secretsFrom } from '../../server/src/platform/secrets.ts'
import { demoAccount } from '../../server/src/testing/demo-account.ts'
import systemHeadings from '../../server/src/features/templates/system-headings.json' with { type: 'json' }
import { convertByProduct, makeRecordings } from './conversion.ts'
import { startProduct } from './start-product.ts'

const phrasesMost = 2_000
const ratioMost = 1.02
const rounds = 60
const notesARound = 40

const textOf = (name: string) =>
  readFile(fileURLToPath(new URL(`../../dictation/src/test-data/${name}.txt`, import.meta.url)), 'utf8')
const wordsOf = (text: string): RecognisedWord[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((word, index) => ({ word, start: index, end: index + 0.5, confidence: 1 }))

/** Returns phrases whose keys have two words, letters and a number. Some are dynamic. */
const manyPhrases = (): AuthorPhrase[] =>
  Array.from({ length: phrasesMost }, (_, number) => ({
    id: newId(),
    key: `${['normal', 'chest', 'knee', 'plan', 'echo'][number % 5]} exam${number}`,
    phrase: `<b>Number ${number}</b>: no acute findings.\\n{{Age}} years.`.replace('\\n', '\n'),
    dynamic: number % 4 === 0,
    headings: number % 10 === 0 ? ['PLAN'] : null,
  }))

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Compares writing a note with 2,000 phrases of its author and with none. @returns whether the limit is met */
async function benchWriting(): Promise<boolean> {
  const dictations = (await Promise.all(['t1', 't2', 't3', 't4'].map(textOf))).map(wordsOf)
  const phrases = manyPhrases()
  const headings = { templateHeadings: [], systemHeadings }
  const others = { keyAlone: false, fields: { Age: '54' }, newBlankId: newId }
  // Reads phrases only for a dictation that may contain a phrase command, as the conversion does.
  const write = (words: RecognisedWord[], of: readonly AuthorPhrase[]) =>
    writeWholeNote(words, headings, { ...others, index: indexPhrases(sayInsert(words) ? of : []) })
  const timed = (of: readonly AuthorPhrase[]) => {
    const started = performance.now()
    for (let note = 0; note < notesARound; note += 1) write(dictations[note % dictations.length]!, of)
    return performance.now() - started
  }
  timed([])
  timed(phrases)
  const pairs = Array.from({ length: rounds }, (_, round) => {
    const first = round % 2 ? timed(phrases) : timed([])
    const second = round % 2 ? timed([]) : timed(phrases)
    return round % 2 ? { none: second, many: first } : { none: first, many: second }
  })
  const ratio = median(pairs.map(({ none, many }) => many / none))
  const aNote = median(pairs.map(({ none }) => none)) / notesARound

  // A dictation with phrase commands indexes its author's keys once.
  const calling = wordsOf(`${await textOf('t1')} insert knee exam twelve`)
  const readied = Array.from({ length: rounds }, () => {
    const started = performance.now()
    write(calling, phrases)
    return performance.now() - started
  })
  const isReached = ratio <= ratioMost
  console.log(
    `writing a note with ${phrasesMost} phrases beside none, median of ${rounds} pairs of ${notesARound} notes: ` +
      `${aNote.toFixed(2)} ms a note, ratio ${ratio.toFixed(3)} (at most ${ratioMost}): ${isReached ? 'reached' : 'MISSED'}; ` +
      `one that calls for a phrase, its keys made ready: ${median(readied).toFixed(1)} ms`,
  )
  return isReached
}

const templatesMost = 200
const productRounds = 3
const recordingsMost = 4

/**
 * Adds 2,000 active phrases of one person and 200 templates of the clinic. The keys need no command, so each dictation
 * reads them.
 */
async function seedPhrases(owner: pg.Client, email: string) {
  const who = `(select clinic_id, id as author_id from users where email = $1)`
  await owner.query(
    `insert into phrases (clinic_id, id, author_id, key, key_name, phrase, plain, active)
     select clinic_id, gen_random_uuid(), author_id, 'normal exam ' || n, 'normal exam ' || n, repeat('No acute findings. ', 10), '', false
     from ${who} u, generate_series(1, ${phrasesMost}) n`,
    [email],
  )
  await owner.query(
    `insert into section_templates (clinic_id, id, author_id, name, key_name, active)
     select clinic_id, gen_random_uuid(), author_id, 'Visit ' || n, 'visit ' || n, true from ${who} u, generate_series(1, ${templatesMost}) n`,
    [email],
  )
  await owner.query(
    `insert into template_headings (clinic_id, template_id, id, position, custom_heading, system_heading)
     select t.clinic_id, t.id, gen_random_uuid(), n, 'HEADING ' || n, 'PLAN' from section_templates t, generate_series(1, 20) n
     where t.key_name like 'visit %'`,
  )
  await owner.query(`insert into phrase_settings (clinic_id, key_alone) select clinic_id, true from ${who} u`, [email])
}

/**
 * The milliseconds that phrases add to writing a note, including reading them from the database. The rest of a conversion does not
 * depend on phrases, and varies by more than the limit.
 */
async function addedByPhrases(at: {
  owner: pg.Client
  urlFor: Parameters<typeof openDoors>[0]['urlFor']
  use(inUse: boolean): Promise<void>
}): Promise<number> {
  const nothing = async () => {}
  const doors = openDoors({
    urlFor: at.urlFor,
    poolSize: 2,
    clock: systemClock,
    log: silentLog,
    subscribers: {},
    enqueue: nothing,
  })
  const { rows } = await at.owner.query<{ clinic_id: string; id: string }>(
    `select j.clinic_id, j.id from jobs j join phrases p on p.clinic_id = j.clinic_id and p.author_id = j.author_id
     where p.key_name = 'normal exam 1' order by j.submitted_at desc limit 1`,
  )
  const { clinic_id: clinicId, id } = rows[0]!
  const write = () =>
    doors.asSystem(
      'bench',
      async (work) => {
        const words = await listWords(work, id)
        const job = (await findJob(work, id))!
        writeWholeNote(words, { templateHeadings: [], systemHeadings }, await phrasesFor(work, job, words, false))
      },
      clinicId,
    )
  const timed = async (inUse: boolean) => {
    await at.use(inUse)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now()
      await write()
      times.push(performance.now() - started)
    }
    return median(times)
  }
  try {
    const none = await timed(false)
    return (await timed(true)) - none
  } finally {
    await doors.close()
  }
}

/** Compares whole conversions with 2,000 phrases and 200 templates and with none. @returns whether the limit is met */
async function benchWhole(): Promise<boolean> {
  await using made = await mkdtempDisposable(join(tmpdir(), 'dictara-bench-phrases-'))
  const recordings = (await makeRecordings(made.path)).slice(0, recordingsMost)
  const postgres = await startEmbeddedPostgres({ folder: join(made.path, 'postgres'), log: silentLog })
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  const masterKey = randomBytes(32)
  try {
    await using product = await startProduct({
      DATABASE_URL: postgres.url,
      DICTARA_MASTER_KEY: masterKey.toString('base64'),
      DICTARA_DEMO: 'yes',
      DICTARA_CONVERSIONS: '2',
    })
    const doctor = await product.signIn('doctor')
    await seedPhrases(owner, demoAccount(product.dataFolder, 'doctor').email)
    const use = async (inUse: boolean) => {
      await owner.query(`update phrases set active = $1 where key_name like 'normal exam %'`, [inUse])
      await owner.query(`update section_templates set active = $1 where key_name like 'visit %'`, [inUse])
      await owner.query('vacuum analyze phrases, section_templates')
    }
    const timed = async (inUse: boolean) => {
      await use(inUse)
      return convertByProduct(product, doctor, recordings)
    }
    await timed(true)
    const pairs: { none: number; many: number }[] = []
    for (let round = 0; round < productRounds; round += 1) {
      const first = await timed(round % 2 === 1)
      const second = await timed(round % 2 === 0)
      pairs.push(round % 2 ? { none: second, many: first } : { none: first, many: second })
    }
    const whole = median(pairs.map(({ none }) => none)) / recordings.length
    const added = await addedByPhrases({
      owner,
      urlFor: (role) => urlAsRole(postgres.url, role, secretsFrom(masterKey)),
      use,
    })
    const ratio = (whole + added) / whole
    const isReached = ratio <= ratioMost
    console.log(
      `conversion of a dictation of one minute, ${(whole / 1000).toFixed(1)} s: ${phrasesMost} phrases and ${templatesMost} templates ` +
        `add ${added.toFixed(0)} ms to the writing of its note, ratio ${ratio.toFixed(3)} (at most ${ratioMost}): ` +
        `${isReached ? 'reached' : 'MISSED'}; from submitted to written in ${productRounds} pairs of ${recordings.length}: ratios ` +
        pairs.map(({ none, many }) => (many / none).toFixed(2)).join(', '),
    )
    return isReached
  } finally {
    await owner.end()
    await postgres.stop()
  }
}

/** Measures the writing of notes and whole conversions. */
export async function benchPhrases(): Promise<boolean> {
  const isWritten = await benchWriting()
  return process.argv.includes('--writing') ? isWritten : (await benchWhole()) && isWritten
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchPhrases()) ? 0 : 1
