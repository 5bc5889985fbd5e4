import type { EhrBehaviour } from '@dictara/contract/filing'
import type { Doors, Work } from '../../platform/database/index.ts'
import { liveChannel } from '../../platform/live/channel.ts'
import { usualFields } from './usual-fields.ts'
import { findBehaviour, receiveNote, strikeReceived } from './demo-ehr.store.ts'
import { EhrFailed, type EhrKind, type EhrNoteKey, type EhrSetting } from './port.ts'

const asksVerification: EhrSetting = {
  field: 'asksVerification',
  fieldName: 'Verify Each Person',
  fieldType: 'dropdown',
  choices: ['Yes', 'No'],
  usual: 'No',
}
const codeOfDemo = 'demo'

/**
 * The demo EHR: keeps what it receives in tables of its own, in transactions of its own, and behaves per facility as it
 * was told to (Q192). Once a write is in, it is in, whether or not the answer comes.
 * @param patienceSeconds how long a note waits for it while it doesn’t answer: people try that, and don’t wait a day for the outcome
 */
export function demoEhr(doors: Doors, patienceSeconds: number): EhrKind {
  async function write(key: EhrNoteKey, signal: AbortSignal, take: (work: Work) => Promise<void>) {
    signal.throwIfAborted()
    const behaviour = await doors.asSystem(
      'task demo EHR',
      async (work) => {
        const found = await findBehaviour(work, key.facilityId)
        if (takes(found)) {
          await take(work)
          await work.announce(liveChannel, { kind: 'job', clinicId: key.clinicId, jobId: key.jobId })
        }
        return found
      },
      key.clinicId,
    )
    await answer(behaviour, signal)
  }
  const behaviourOf = (clinicId: string, facilityId: string) =>
    doors.asSystem('task demo EHR', (work) => findBehaviour(work, facilityId), clinicId)
  return {
    ehrType: 'demo',
    ehrName: 'Demo EHR',
    patienceSeconds,
    settings: [asksVerification],
    fields: usualFields,
    // It sends everybody back at once: there is nothing to prove to it.
    verification: {
      isAsked: ({ asksVerification: wanted }) => wanted === 'Yes',
      startUrl(_of, { redirectUri, state }) {
        const url = new URL(redirectUri)
        url.searchParams.set('code', codeOfDemo)
        url.searchParams.set('state', state)
        return url.toString()
      },
      async exchange({ clinicId, facilityId }, { code }, signal) {
        if (code !== codeOfDemo) throw new EhrFailed('refused', 'The demo EHR doesn’t know this code.')
        await answer(await behaviourOf(clinicId, facilityId), signal)
        return { expiresAt: null }
      },
    },
    connect: ({ clinicId, facilityId }) => ({
      async fileNote(note, signal) {
        await write(note, signal, (work) => receiveNote(work, note))
        return undefined
      },
      strikeNote: (key, signal) =>
        write(key, signal, async (work) => {
          if (!(await strikeReceived(work, key))) throw new EhrFailed('refused', 'The demo EHR doesn’t have this note.')
        }),
      async test(signal) {
        signal.throwIfAborted()
        await answer(await behaviourOf(clinicId, facilityId), signal)
      },
    }),
  }
}

async function answer(behaviour: EhrBehaviour, signal: AbortSignal) {
  if (behaviour === 'refuse') throw new EhrFailed('refused', 'The demo EHR is set to refuse.')
  if (behaviour !== 'accept') await neverAnswer(signal)
}

const takes = (behaviour: EhrBehaviour) => behaviour === 'accept' || behaviour === 'accept-then-time-out'

const neverAnswer = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
