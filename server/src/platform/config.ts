import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { paymentModes, paymentProblems } from './payments-mode.ts'
import { type LimitsByPlan, readPlanLimits } from './plan-limits.ts'
import { BadSetting, isNetwork, type MllpSender, readPlace, readSenders } from './setting-values.ts'

interface Setting<T> {
  about: string
  read(text: string | undefined): T
  shown: string
}

const given = <T>(about: string, byDefault: T, shown: string, read: (text: string) => T): Setting<T> => ({
  about,
  shown,
  read: (text) => (text === undefined || text === '' ? byDefault : read(text)),
})
const word = (about: string, byDefault: string) => given(about, byDefault, byDefault || '(none)', (text) => text)
const maybe = (about: string) => given<string | undefined>(about, undefined, '(none)', (text) => text)
const whole = (about: string, byDefault: number, least: number, most: number) =>
  given(about, byDefault, String(byDefault), (text) => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < least || value > most)
      throw new BadSetting(`must be a whole number from ${least} to ${most}`)
    return value
  })
const oneOf = <const T extends string>(about: string, ...values: [T, ...T[]]) =>
  given<T>(about, values[0], values[0], (text) => {
    if (!values.includes(text as T)) throw new BadSetting(`must be one of ${values.join(', ')}`)
    return text as T
  })
const oneOfOrNone = <const T extends string>(about: string, shown: string, ...values: [T, ...T[]]) =>
  given<T | undefined>(about, undefined, shown, oneOf(about, ...values).read)
const address = (about: string) =>
  given<string | undefined>(about, undefined, '(none)', (text) => {
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
      throw new BadSetting('must be an http or https address')
    return text.replace(/\/+$/, '')
  })

/** Kinds of speech model that run on this computer. */
export const speechModelKinds = [
  'medasr',
  'nemo-transducer',
  'nemo-ctc',
  'transducer',
  'zipformer-ctc',
  'whisper',
  'moonshine',
] as const

/** Every setting of the server. The table in docs/operating/configuration.md is printed from here. */
export const settings = {
  DICTARA_PORT: whole('Port of the web application, and of the API under /api.', 4000, 0, 65535),
  DICTARA_RECORDER_PORT: whole('Port of the recorder, which is an origin of its own.', 4001, 0, 65535),
  DICTARA_HOST: given<string | undefined>(
    'Address to listen on. This computer only by default; with DICTARA_PUBLIC_URL everywhere.',
    undefined,
    'localhost',
    (text) => text,
  ),
  DICTARA_DATA: word('Folder of everything that is kept: database, audio, keys.', './.dictara'),
  DICTARA_PUBLIC_URL: address('Address by which other computers reach the web application; needs https.'),
  DICTARA_RECORDER_PUBLIC_URL: address(
    'Address of the recorder for other computers; by default the public address with the recorder’s port.',
  ),
  DICTARA_TRUSTED_PROXIES: given<string[]>(
    'Addresses or networks of reverse proxies in front, e.g. 10.0.0.5, 10.1.0.0/16: who calls is then read from their X-Forwarded-For.',
    [],
    '(none)',
    (text) => {
      const proxies = text.split(/[\s,]+/).filter(Boolean)
      if (!proxies.every(isNetwork)) throw new BadSetting('must be a list of addresses or networks, e.g. 10.1.0.0/16')
      return proxies
    },
  ),
  DICTARA_TLS_CERT: maybe('File with the TLS certificate chain (PEM).'),
  DICTARA_TLS_KEY: maybe('File with the TLS private key (PEM).'),
  DICTARA_MASTER_KEY: maybe(
    'Master key, 32 bytes in base64, for several servers on one database; otherwise made in the data folder.',
  ),
  DATABASE_URL: maybe(
    'An external PostgreSQL, as a superuser of it. Without it the server runs its own in the data folder.',
  ),
  DICTARA_DATABASE_POOL: whole('Connections of the largest pool.', 10, 2, 200),
  DICTARA_ROLES: oneOf(
    'What this copy does: everything, only the API, or only background work.',
    'all',
    'api',
    'worker',
  ),
  DICTARA_CONVERSIONS: whole('Recordings that convert at once in this copy.', 2, 1, 64),
  DICTARA_DEMO: oneOfOrNone(
    'Whether the demo clinics are made at the first start, and their people may sign in (yes or no).',
    'yes, where only this computer can sign in',
    'yes',
    'no',
  ),
  DICTARA_SMTP_URL: maybe(
    'Mail server, e.g. smtps://user:password@mail.example.org. Without it mail goes into the developers’ mailbox.',
  ),
  DICTARA_MAIL_FROM: word('Sender of mail.', 'Dictara <no-reply@localhost>'),
  DICTARA_TRIAL_DAYS: whole(
    'How many days a new facility is free, where facilities have to pay for a plan.',
    30,
    1,
    3650,
  ),
  DICTARA_PLAN_LIMITS: given<LimitsByPlan>(
    'What plans include of dictation in a period, in seconds, and of an author’s templates, e.g. essentials.seconds=36000, essentials.templates=20.',
    {},
    'no limits',
    readPlanLimits,
  ),
  DICTARA_PAYMENTS: oneOfOrNone(
    'Whether facilities pay for their plans: not at all, in play money to the payment sandbox, or through Authorize.Net (see payments.md). If it isn’t set, the sandbox is there for the demo’s clinics only.',
    'authorize-net with DICTARA_AUTHORIZE_NET_LOGIN; sandbox where only this computer can sign in to a demo; else off',
    ...paymentModes,
  ),
  DICTARA_AUTHORIZE_NET_LOGIN: maybe('API login id of the merchant at Authorize.Net.'),
  DICTARA_AUTHORIZE_NET_TRANSACTION_KEY: maybe('Transaction key of the merchant.'),
  DICTARA_AUTHORIZE_NET_CLIENT_KEY: maybe('Public client key, with which browsers send cards to Authorize.Net.'),
  DICTARA_AUTHORIZE_NET_SIGNATURE_KEY: maybe(
    'Signature key of the webhooks. Without it they are refused, and payments are noticed only when Authorize.Net is asked.',
  ),
  DICTARA_AUTHORIZE_NET_URL: given<string>(
    'Address of Authorize.Net; its own sandbox is https://apitest.authorize.net.',
    'https://api.authorize.net',
    'https://api.authorize.net',
    (text) => address('').read(text)!,
  ),
  DICTARA_PAYMENT_SANDBOX_PORT: whole(
    'Port of the payment sandbox, on this computer only; 0: a free one.',
    0,
    0,
    65535,
  ),
  DICTARA_EHR_SECONDS: whole('How long an EHR may take to answer a write, in seconds.', 20, 1, 600),
  DICTARA_EHR_READ_MINUTES: whole('How often an EHR is asked which patients changed, in minutes.', 10, 1, 1_440),
  DICTARA_EMR_DEV_URL: address(
    'Only of a staging installation: address of the development installation, where people whom an EHR sends back with the state DEV are led on to.',
  ),
  DICTARA_EHR_AWAY_HOURS: whole(
    'How long notes wait for an EHR that doesn’t answer before their jobs become incomplete, in hours.',
    24,
    1,
    720,
  ),
  DICTARA_EHR_HOSTS: given<string[]>(
    'EHRs that clinics may connect to in a private network and over plain http, such as ehr.hospital.lan or 10.1.2.3:8443. If a host has a port here, only that port is allowed.',
    [],
    '(none)',
    (text) =>
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(readPlace),
  ),
  DICTARA_MLLP_PORT: given<number | undefined>(
    'Port that receives HL7 messages from EHRs (MLLP). Ignored with DICTARA_ROLES=api. Off by default (see ehr.md).',
    undefined,
    '(none)',
    whole('', 0, 1, 65535).read,
  ),
  DICTARA_MLLP_HOST: maybe('Address to listen on for HL7 messages. Every address of this computer by default.'),
  DICTARA_MLLP_TLS: oneOf(
    'Whether HL7 messages come over TLS, with the certificate of DICTARA_TLS_CERT (yes or no). Set no only within a network that you trust.',
    'yes',
    'no',
  ),
  DICTARA_MLLP_SENDERS: given<MllpSender[]>(
    'Who may send HL7 messages: addresses or networks, each with the id of the facility that its messages are for, e.g. 10.1.2.3=0199…, 10.2.0.0/16=0199…. The first that fits counts; connections from elsewhere are closed.',
    [],
    '(none)',
    readSenders,
  ),
  DICTARA_SPEECH: oneOfOrNone(
    'What recognises speech: the basic offline engine (pocketsphinx), or a service that speaks the OpenAI transcription interface (openai). Left away with a folder in DICTARA_SPEECH_MODEL: the speech model in it (see speech.md).',
    'pocketsphinx',
    'pocketsphinx',
    'openai',
  ),
  DICTARA_SPEECH_URL: address('Address of the speech service; /v1/audio/transcriptions is added.'),
  DICTARA_SPEECH_MODEL: given<string | undefined>(
    'Folder with a speech model that runs on this computer; with DICTARA_SPEECH=openai the name of the model that the service is asked for.',
    undefined,
    'none; of a service whisper-1',
    (text) => text,
  ),
  DICTARA_SPEECH_MODEL_KIND: oneOfOrNone(
    `Kind of the speech model in the folder, where it is not recognised: ${speechModelKinds.join(', ')}.`,
    'by its files',
    ...speechModelKinds,
  ),
  DICTARA_SPEECH_KEY: maybe('Key for the speech service.'),
  DICTARA_SPEECH_LANGUAGE: word(
    'Language that is dictated, in two letters, for a speech service or a Whisper model.',
    'en',
  ),
  DICTARA_SPEECH_PROGRAM: word('Program of the basic offline engine.', 'pocketsphinx_continuous'),
  DICTARA_SPEECH_MODELS: given<string | undefined>(
    'Folder for the language model that the basic offline engine makes.',
    undefined,
    'speech in the data folder',
    (text) => text,
  ),
  DICTARA_SPEECH_WORDS: given<string[]>(
    'File with words and phrases that the basic offline engine is to know besides, one a line, in every clinic: names of doctors, drugs, devices.',
    [],
    '(none)',
    (path) => {
      try {
        return readFileSync(path, 'utf8').split('\n')
      } catch {
        throw new BadSetting('names a file that can’t be read')
      }
    },
  ),
  DICTARA_INFERENCE_URL: address(
    'Address of a language model that reads facts out of notes, e.g. http://localhost:8000/v1; /chat/completions is added. Without it Dictara’s own rules read them, and no text leaves the server (see inference.md).',
  ),
  DICTARA_INFERENCE_MODEL: maybe('Name of the model that the inference service is asked for.'),
  DICTARA_INFERENCE_KEY: maybe('Key for the inference service.'),
  DICTARA_INFERENCE_SECONDS: whole('How long the inference service may take to answer, in seconds.', 60, 1, 600),
  DICTARA_DS2_CONVERTER: maybe(
    'Program, with its arguments, that turns a DS2 file into a wav: the names of both are added. Without it DS2 is refused by name.',
  ),
  DICTARA_UPLOAD_LIMIT_MB: whole('Largest recording.', 500, 1, 10_000),
  DICTARA_RECORDING_LIMIT_HOURS: whole('Longest recording, in hours.', 6, 1, 24),
  DICTARA_DISK_RESERVE_MB: whole(
    'Free room on the disk that no recording is decoded into, in MB; of a small disk at most a twentieth.',
    1_000,
    0,
    1_000_000,
  ),
  DICTARA_CONTACT_URL: word('Page behind “Contact Us”.', 'https://example.org/contact'),
  DICTARA_LOG_LEVEL: oneOf('How much is logged.', 'info', 'warn', 'error', 'silent', 'debug'),
} as const

type Values = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> }
export type Config = Values & {
  dataFolder: string
  /** Where recordings lie. */
  audioFolder: string
}

/**
 * Reads and checks the settings; `X_FILE` names a file that holds the value of X.
 * @throws Error with one line per bad or unknown setting, in words for operators.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings)) {
    try {
      const file = env[`${name}_FILE`]
      values[name] = setting.read(file ? readFileSync(file, 'utf8').trim() : env[name])
    } catch (error) {
      problems.push(`${name} ${error instanceof BadSetting ? error.message : 'names a file that can’t be read'}`)
    }
  }
  for (const name of Object.keys(env))
    if (name.startsWith('DICTARA_') && !(name.replace(/_FILE$/, '') in settings))
      problems.push(`${name} isn’t a Dictara setting`)
  const config = values as Values
  if (Boolean(config.DICTARA_TLS_CERT) !== Boolean(config.DICTARA_TLS_KEY))
    problems.push('DICTARA_TLS_CERT and DICTARA_TLS_KEY must be set together')
  if (config.DICTARA_PORT === config.DICTARA_RECORDER_PORT && config.DICTARA_PORT !== 0)
    problems.push('DICTARA_PORT and DICTARA_RECORDER_PORT are the same; each needs its own port')
  // Undefined: what they are was not understood, which is told above.
  if (config.DICTARA_MLLP_PORT && config.DICTARA_MLLP_SENDERS?.length === 0)
    problems.push('DICTARA_MLLP_SENDERS is needed with DICTARA_MLLP_PORT')
  if (config.DICTARA_MLLP_PORT && config.DICTARA_MLLP_TLS === 'yes' && !config.DICTARA_TLS_CERT)
    problems.push('DICTARA_TLS_CERT and DICTARA_TLS_KEY are needed with DICTARA_MLLP_PORT, unless DICTARA_MLLP_TLS=no')
  if (config.DICTARA_SPEECH === 'openai' && !config.DICTARA_SPEECH_URL)
    problems.push('DICTARA_SPEECH_URL is needed with DICTARA_SPEECH=openai')
  if (config.DICTARA_SPEECH === 'pocketsphinx' && config.DICTARA_SPEECH_MODEL)
    problems.push('DICTARA_SPEECH_MODEL can’t be combined with DICTARA_SPEECH=pocketsphinx; remove one of them')
  if (config.DICTARA_INFERENCE_URL && !config.DICTARA_INFERENCE_MODEL)
    problems.push('DICTARA_INFERENCE_MODEL is needed with DICTARA_INFERENCE_URL')
  if (!config.DICTARA_INFERENCE_URL && (config.DICTARA_INFERENCE_MODEL || config.DICTARA_INFERENCE_KEY))
    problems.push('DICTARA_INFERENCE_URL is needed with DICTARA_INFERENCE_MODEL and DICTARA_INFERENCE_KEY')
  problems.push(...paymentProblems(config))
  if (problems.length > 0)
    throw new Error(`Dictara can’t start with this configuration:\n${problems.map((p) => `  - ${p}`).join('\n')}`)
  const dataFolder = resolve(config.DICTARA_DATA)
  return { ...config, dataFolder, audioFolder: join(dataFolder, 'audio') }
}
