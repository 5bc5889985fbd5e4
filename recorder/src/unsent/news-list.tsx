import type { JobOfDictation } from '@dictara/browser/intake'
import type { Meeting } from '../sending/meet-job.ts'
import { Notice } from '../ui/notice.tsx'
import type { News } from './use-unsent.ts'

/** The results of recordings meanwhile, each in a few words. */
export function NewsList({ news }: { news: readonly News[] }) {
  return news.map((one, index) => {
    const { tone, title, more } = wordsFor(one)
    return (
      // oxlint-disable-next-line no-array-index-key -- news are only ever added
      <Notice key={index} tone={tone} title={title}>
        {more}
      </Notice>
    )
  })
}

type Words = { tone: 'success' | 'warning' | 'error'; title: string; more?: string }

const nameOf = ({ jobNumber, patientName }: JobOfDictation) => `job ${jobNumber} of ${patientName}`

function wordsFor(one: News): Words {
  if (one.kind === 'refused')
    return { tone: 'error', title: one.message, more: 'The recording is still on this computer.' }
  if (one.kind === 'was a job')
    return {
      tone: 'warning',
      title: `This recording was already submitted as ${nameOf(one.meeting.job)}, so it wasn’t discarded.`,
      more: restWords[one.meeting.kind],
    }
  if (one.kind === 'sent') return { tone: 'success', title: `An earlier recording was sent as ${nameOf(one.job)}.` }
  return {
    tone: 'warning',
    title:
      one.kind === 'partly'
        ? `The beginning of an earlier recording is in ${nameOf(one.job)}, sent from another computer.`
        : `An earlier recording is already ${nameOf(one.job)}.`,
    more: restWords[one.kind],
  }
}

const restWords: Record<Meeting['kind'], string> = {
  sent: '',
  partly: 'The rest is listed below. You can send it as a separate dictation.',
  'other-patient': 'It has a different patient here now. Open it below and choose whose it is.',
}
