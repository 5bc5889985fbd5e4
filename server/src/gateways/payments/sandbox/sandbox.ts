import type { Clock } from '../../../platform/clock.ts'
import { signatureOf } from '../read-notice.ts'
import type { CardBehaviour } from './cards.ts'
import { type Context, isSecret } from './context.ts'
import { type Controlled, obey } from './control.ts'
import { createFaults } from './faults.ts'
import { listen } from './listen.ts'
import type { SandboxKeys } from './keys.ts'
import { emptyLedger, type Ledger, setBehaviour } from './ledger.ts'
import { type DeliveryOptions, noticeOf, sendNotices } from './notices.ts'
import { ledgerWriter, readLedger } from './state-file.ts'
import { chargeSubscription, firstCharge } from './subscriptions.ts'
import { type Reversal, reverse, settle } from './transactions.ts'

export interface SandboxOptions {
  clock: Clock
  keys: SandboxKeys
  /** A free one by default. */
  port?: number
  /** Where it keeps what it knows; nowhere by default. */
  file?: string
  /** How long after its creation a subscription that begins today is charged. */
  firstAfterMs?: number
}

/** A payment gateway that takes play money. It speaks the protocol of Authorize.Net as far as Dictara does. */
export interface Sandbox extends Controlled {
  url: string
  port: number
  /** Does what is due: charges subscriptions, and settles what was captured. */
  run(): void
  /** What it would tell, for tests that send it themselves. */
  notices(): { body: string; signature: string }[]
  sendNoticesTo(url: string): void
  /** Sends what was not taken yet. @returns how many were taken */
  deliver(options?: DeliveryOptions): Promise<number>
  close(): Promise<void>
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, keys, file, firstAfterMs = 0 } = options
  let ledger = emptyLedger()
  const faults = createFaults()
  let isAway = false
  let noticesUrl: string | undefined
  let isDelivering = false

  const now = () => clock.now().getTime() + ledger.aheadMs
  const contextAt = (moment: number): Context => ({
    ledger,
    keys,
    now: moment,
    tell: (...told) => void ledger.notices.push(noticeOf(moment, ...told)),
  })
  const write = file ? ledgerWriter(file) : undefined
  const save = () => write?.(ledger)
  const changing = <T>(change: (context: Context) => T): T => {
    const result = change(contextAt(now()))
    save()
    return result
  }
  const run = () => {
    if (runUntil(ledger, now(), firstAfterMs, contextAt)) save()
  }
  const deliver = async (delivery: DeliveryOptions = {}) => {
    if (!noticesUrl || isDelivering || ledger.notices.length === 0) return 0
    isDelivering = true
    try {
      return await sendNotices(ledger, { url: noticesUrl, signatureKey: keys.signatureKey, now: now() }, delivery)
    } finally {
      isDelivering = false
      save()
    }
  }

  const sandbox = {
    run,
    advance(ms: number) {
      ledger.aheadMs += ms
      save()
      run()
    },
    setCard: (cardId: string, behaviour: CardBehaviour) =>
      changing(() => {
        setBehaviour(ledger, cardId, behaviour)
      }),
    reverse: (transId: string, reversal: Reversal) => changing((context) => reverse(context, transId, reversal)),
    fault: faults.add,
    setAway(away: boolean) {
      isAway = away
    },
    notices: () => ledger.notices.map(({ body }) => ({ body, signature: signatureOf(body, keys.signatureKey) })),
    sendNoticesTo(url: string) {
      noticesUrl = url
    },
    deliver,
  }
  const control = (sent: unknown, key: string | undefined) =>
    isSecret(key, keys.transactionKey) ? (obey(sandbox, sent) ? 204 : 422) : 403
  const { port, close } = await listen(options.port ?? 0, { changing, faults, isAway: () => isAway, control })
  // Only who has the port reads and writes the file. Nothing is answered before it is read.
  if (file) ledger = readLedger(file)
  return { ...sandbox, port, url: `http://127.0.0.1:${port}`, close }
}

/** Charges and settles what was due until now, in the order of time. @returns whether anything was */
function runUntil(ledger: Ledger, now: number, firstAfterMs: number, contextAt: (moment: number) => Context): boolean {
  for (let isAny = false; ; isAny = true) {
    const charge = firstCharge(ledger, firstAfterMs)
    const settlement = Object.values(ledger.transactions).reduce<{ settlesAt: number | null } | undefined>(
      (first, one) => (one.settlesAt !== null && one.settlesAt < (first?.settlesAt ?? Infinity) ? one : first),
      undefined,
    )
    const chargeAt = charge?.at ?? Infinity
    const settlesAt = settlement?.settlesAt ?? Infinity
    if (Math.min(chargeAt, settlesAt) > now) return isAny
    if (charge && chargeAt < settlesAt) chargeSubscription(contextAt(chargeAt), charge.one)
    else settle(settlement as Parameters<typeof settle>[0])
  }
}
