import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { readCertificate } from '../../platform/http/origin-servers.ts'
import { messageTaker } from '../hl7-files/index.ts'
import { messageAnswerer } from './answer-message.ts'
import { type Listener, listenForMessages } from './listen.ts'
import { senderFinder } from './senders.ts'

/** EHRs keep a connection open between messages. */
const limits = { connections: 64, idleMs: 3_600_000, frameMs: 120_000, messageBytes: 40 * 1_048_576 }
const answerWithinMs = 15_000

/** HL7 messages that EHRs send over MLLP; off unless a port is set. */
export function hl7ListenerFeature(platform: Platform, blobs: Blobs): Feature {
  const { config, log, doors } = platform
  const { DICTARA_MLLP_PORT: port, DICTARA_TLS_CERT: cert, DICTARA_TLS_KEY: key } = config
  let listener: Listener | undefined
  return {
    name: 'hl7-listener',
    async start() {
      if (port === undefined || config.DICTARA_ROLES === 'api') return
      listener = await listenForMessages({
        port,
        host: config.DICTARA_MLLP_HOST,
        tls: config.DICTARA_MLLP_TLS === 'yes' && cert && key ? readCertificate({ cert, key }) : null,
        findFacility: senderFinder(config.DICTARA_MLLP_SENDERS),
        answer: messageAnswerer(platform, messageTaker(doors, blobs)),
        log,
        limits,
      })
    },
    async stop() {
      await listener?.stop(answerWithinMs)
    },
  }
}
