import { paymentRefusals } from '@dictara/contract/payments'
import type { Readable } from 'node:stream'
import { sharedRefusals } from '@dictara/contract'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import type { Task } from '../../platform/tasks/index.ts'
import { keepNotice } from './notices.store.ts'
import type { PaymentParts } from './parts.ts'

const mostBytes = 65_536

async function readAll(body: Readable | undefined): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += (piece as Buffer).length
    if (size > mostBytes) throw new Refusal(sharedRefusals.tooLarge)
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

/** Keeps what the gateway tells, and answers once it is kept; a task then asks the gateway itself. */
export async function receiveNotice(
  { doors, gateway }: Pick<PaymentParts, 'doors' | 'gateway'>,
  handling: Task<object>,
  body: Readable | undefined,
  signature: string | undefined,
): Promise<void> {
  const notice = gateway.readNotice(await readAll(body), signature)
  refuseUnless(notice, paymentRefusals.noticeRefused)
  await doors.asSystem('payment notice', async (work) => {
    await keepNotice(work, notice)
    await work.enqueue(handling, {}, { key: 'notices' })
  })
}
