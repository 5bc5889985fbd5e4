import { allCalls } from '@dictara/contract/all'
import type { FastifyInstance } from 'fastify'
import { auditFeature } from './features/audit/index.ts'
import { auditSealsFeature } from './features/audit-seals/index.ts'
import { billerReviewFeature } from './features/biller-review/index.ts'
import { conversionFeature } from './features/conversion/index.ts'
import { dashboardsFeature } from './features/dashboards/index.ts'
import { demoSignInFeature } from './features/demo-sign-in/index.ts'
import { deviceConfigurationFeature } from './features/device-configuration/index.ts'
import { dictionaryFeature } from './features/dictionary/index.ts'
import { dictationsFeature, openRecording } from './features/dictations/index.ts'
import { ehrConfigurationFeature } from './features/ehr-configuration/index.ts'
import { ehrReadingFeature } from './features/ehr-reading/index.ts'
import { endVerification, facilitiesFeature } from './features/facilities/index.ts'
import { filingFeature } from './features/filing/index.ts'
import { icd10Feature } from './features/icd10/index.ts'
import { hl7FilesFeature } from './features/hl7-files/index.ts'
import { hl7ListenerFeature } from './features/hl7-listener/index.ts'
import { identityFeature } from './features/identity/index.ts'
import { inferenceFeature } from './features/inference/index.ts'
import { jobListsFeature } from './features/job-lists/index.ts'
import { jobsFeature } from './features/jobs/index.ts'
import { lineCountsFeature } from './features/line-counts/index.ts'
import { listeningFeature } from './features/listening/index.ts'
import { mailFeature } from './features/mail/index.ts'
import { notePhrasesFeature } from './features/note-phrases/index.ts'
import { notesFeature, readPlainNote } from './features/notes/index.ts'
import { notificationsFeature } from './features/notifications/index.ts'
import { operatorFeature } from './features/operator/index.ts'
import { orphansFeature } from './features/orphans/index.ts'
import { paymentsFeature } from './features/payments/index.ts'
import { patientRecordFeature } from './features/patient-record/index.ts'
import { patientsFeature } from './features/patients/index.ts'
import { peopleFeature } from './features/people/index.ts'
import { phrasesFeature } from './features/phrases/index.ts'
import { settlePlans } from './features/plans/index.ts'
import { preferencesFeature } from './features/preferences/index.ts'
import { profileFeature } from './features/profile/index.ts'
import { reconcileFeature } from './features/reconcile/index.ts'
import { secondFactorFeature } from './features/second-factor/index.ts'
import { sessionsFeature } from './features/sessions/index.ts'
import { signUpFeature } from './features/sign-up/index.ts'
import { rosterFeature } from './features/roster/index.ts'
import { systemHeadings, templatesFeature } from './features/templates/index.ts'
import { type Blobs, diskBlobs } from './gateways/blobs/index.ts'
import { openVoiceSearch } from './gateways/audio/index.ts'
import { demoEhr, type EhrKinds, fhirEhr, kindsWithinLimit, mllpEhr, pointHealthEhr } from './gateways/ehr/index.ts'
import { openInference } from './gateways/inference/index.ts'
import { openSpeechEngine, type SpeechEngine } from './gateways/speech/index.ts'
import type { PaymentGateway } from './gateways/payments/index.ts'
import type { Feature, Platform } from './platform/feature.ts'
import { isDemoOpen, paymentsMode } from './platform/payments-mode.ts'
import { checkAssembly } from './platform/assembly.ts'
import type { Subscriber, Subscribers } from './platform/database/index.ts'
import { registerApi } from './platform/http/api.ts'
import { countCalls } from './platform/http/limits.ts'
import { openApiOf } from './platform/http/open-api.ts'
import type { ScopeRules } from './platform/http/guards.ts'
import type { Application } from './platform/http/serve.ts'
import { openLiveHub } from './platform/live/hub.ts'
import type { Task } from './platform/tasks/index.ts'
import { guardedConnect, guardedFetch } from './platform/outbound/index.ts'
import { createWorkFolder } from './platform/work-folder.ts'

export interface App {
  features: Feature[]
  tasks: Task[]
  /** Where audio lies. */
  blobs: Blobs
  /** Puts the API and the features' own pages on the server of an application's origin, or of one that stands for both. */
  register(server: FastifyInstance, application?: Application): Promise<void>
  /** What recognises speech. */
  speech: Pick<SpeechEngine, 'about'>
  /** Opens the live channel; register it on each origin's server. */
  openLive(): Promise<{ register(server: FastifyInstance): Promise<void>; close(): Promise<void> }>
  /** Puts what facilities may use in line with the settings, before anybody is answered. */
  settlePlans(): Promise<void>
  /** Starts and stops what features run beside requests and tasks. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** What every browser may know of the installation. */
const publicConfig = ({ addresses, config }: Platform) => ({
  productName: 'Dictara',
  webUrl: addresses.web,
  recorderUrl: addresses.recorder,
  contactUrl: config.DICTARA_CONTACT_URL,
  /** The demo’s people can be tried without a password. */
  hasDemo: isDemoOpen(config),
  /** Facilities pay for their plans. */
  hasPayments: paymentsMode(config) !== 'off',
  /** Mails are kept here, to be read by who runs a clinic. */
  keepsMails: !config.DICTARA_SMTP_URL && !config.DICTARA_PUBLIC_URL,
  /** Of a staging installation: where the state DEV of an EHR belongs (Q090). */
  emrDevUrl: config.DICTARA_EMR_DEV_URL ?? null,
  limitBytes: config.DICTARA_UPLOAD_LIMIT_MB * 1_048_576,
})

/** Whether a page of ours asks for the live channel, or the page that the server itself answered. */
const comesFromUs =
  (addresses: Platform['addresses']) =>
  (origin: string | undefined, { headers }: { headers: { host?: string | undefined } }) =>
    origin === undefined ||
    origin === addresses.web ||
    origin === addresses.recorder ||
    (URL.canParse(origin) && new URL(origin).host === headers.host)

/** The kinds of EHR that facilities can be connected to. */
function openEhrs({ doors, clock, config, secrets }: Platform, further: EhrKinds): EhrKinds {
  const fetchGuarded = guardedFetch({ allowed: config.DICTARA_EHR_HOSTS })
  const kinds = {
    demo: demoEhr(doors, 3 * config.DICTARA_EHR_SECONDS),
    fhir: fhirEhr(fetchGuarded, clock),
    mllp: mllpEhr(guardedConnect({ allowed: config.DICTARA_EHR_HOSTS }), clock),
    'pointHealth-emr': pointHealthEhr({ fetchGuarded, clock, doors, secrets, whenExpired: endVerification }),
    ...further,
  }
  return kindsWithinLimit(kinds, config.DICTARA_EHR_SECONDS)
}

interface Outside {
  /** Further kinds of EHR, of tests. */
  ehrs?: EhrKinds | undefined
  /** The payment gateway, if facilities have to pay. */
  payments?: PaymentGateway | undefined
}

function subscribe(features: readonly Feature[], subscribers: Subscribers): void {
  for (const feature of features)
    for (const [event, listeners] of Object.entries(feature.subscribers ?? {}))
      ((subscribers as Record<string, Subscriber[]>)[event] ??= []).push(...(listeners as Subscriber[]))
}

/**
 * The list of features; the only file that knows them all. Subscribers of an event run in this order.
 * `subscribers` is the table that the doors were opened with: it is filled here, once.
 */
export function createApp(platform: Platform, subscribers: Subscribers, { ehrs = {}, payments }: Outside = {}): App {
  const mail = mailFeature(platform)
  const identity = identityFeature(platform, mail)
  const workFolder = createWorkFolder(platform.config.dataFolder)
  const blobs = diskBlobs(platform.config.audioFolder, platform.secrets)
  const recordings = {
    platform,
    blobs,
    workFolder: workFolder.path,
    openRecording: openRecording(platform.doors, blobs),
  }
  const engine = openSpeechEngine({ ...platform, headings: systemHeadings.flatMap(({ spoken }) => spoken) })
  const voices = openVoiceSearch(platform.log)
  const kinds = openEhrs(platform, ehrs)
  const features: Feature[] = [
    identity,
    secondFactorFeature(platform, mail),
    sessionsFeature(),
    facilitiesFeature(),
    ehrConfigurationFeature(platform, kinds),
    deviceConfigurationFeature(kinds),
    mail,
    peopleFeature(platform, mail),
    patientsFeature(platform),
    templatesFeature(platform),
    phrasesFeature(),
    dictionaryFeature(),
    signUpFeature(platform, mail, identity),
    demoSignInFeature(platform, identity),
    dictationsFeature(platform, blobs, workFolder.path, engine.spot),
    jobsFeature(platform),
    patientRecordFeature(),
    hl7FilesFeature(platform, blobs),
    hl7ListenerFeature(platform, blobs),
    rosterFeature(),
    listeningFeature({
      ...recordings,
      authenticate: (bearer, ip) => identity.authenticate(bearer, ip, false),
      authenticateSession: (named, cookie, ip) => identity.authenticateSession(named, cookie, ip),
    }),
    conversionFeature({ ...recordings, engine, voices }),
    notesFeature(),
    notePhrasesFeature(),
    inferenceFeature({ platform, kinds, engine: openInference(platform) }),
    icd10Feature(),
    notificationsFeature(platform, mail),
    preferencesFeature(),
    profileFeature({ platform, blobs, workFolder: workFolder.path, sendMail: mail.sendMail }),
    filingFeature({ platform, kinds, readNote: readPlainNote }, blobs),
    ehrReadingFeature(platform, kinds, mail),
    jobListsFeature(),
    dashboardsFeature(platform, { engine, voices }),
    operatorFeature(),
    billerReviewFeature(),
    auditFeature(),
    paymentsFeature(platform, payments),
    lineCountsFeature(),
    orphansFeature(platform, blobs),
    auditSealsFeature(platform),
  ]
  features.push(reconcileFeature(platform, [...features]))

  const calls = features.flatMap((feature) => feature.calls ?? [])
  const scopes: ScopeRules = Object.assign({}, ...features.map((feature) => feature.scopes ?? {}))
  const tasks = features.flatMap((feature) => feature.tasks ?? [])
  subscribe(features, subscribers)
  checkAssembly({ contract: allCalls, calls, scopes, tasks })

  const takeCall = countCalls(platform.doors, platform.clock)
  return {
    features,
    tasks,
    blobs,
    speech: engine,
    async register(server, application) {
      await server.register(
        async (api) => {
          await registerApi(api, {
            calls,
            scopes,
            doors: platform.doors,
            takeCall,
            clock: platform.clock,
            application: application ?? null,
            isOwnSession: (actor, sessionId) => identity.isOwnSession(actor, sessionId),
            uploadLimitBytes: platform.config.DICTARA_UPLOAD_LIMIT_MB * 1_048_576,
            authenticate: (facts, byPerson) =>
              identity.authenticate({ token: facts.bearer, cookieSecret: facts.cookie.secret }, facts.ip, byPerson),
          })
          api.get('/docs', async () => openApiOf(allCalls))
          api.get('/config.json', async () => publicConfig(platform))
        },
        { prefix: '/api' },
      )
      for (const feature of features) await feature.pages?.(server)
    },
    openLive: () =>
      openLiveHub({
        doors: platform.doors,
        log: platform.log,
        sources: Object.assign({}, ...features.map((feature) => feature.live ?? {})),
        authenticate: (token, cookieSecret) =>
          identity
            .authenticate({ token, cookieSecret }, '', false)
            // Who has no second factor yet, and needs one, is told nothing either.
            .then((actor) => (actor?.mustEnrol ? null : actor)),
        mayComeFrom: comesFromUs(platform.addresses),
      }),
    settlePlans: () => settlePlans(platform.doors, platform.config),
    async start() {
      await workFolder.start()
      for (const feature of features) await feature.start?.()
    },
    async stop() {
      for (const feature of features.toReversed()) await feature.stop?.()
      await workFolder.stop()
    },
  }
}
