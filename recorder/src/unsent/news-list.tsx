import type { JobOfDictation } from '@dictara/browser/intake'
import type { Meeting } from '../sending/meet-job.ts'
import { Notice } from '../ui/notice.tsx'
import type { News } from './use-unsent.ts'

/** What became of recordings meanwhile, each in a word or two. */
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
    return { tone: 'error', title: one.message, more: 'The recording is kept on this computer.' }
  if (one.kind === 'was a job')
    return {
      tone: 'warning',
      title: `This recording had been submitted before: it is ${nameOf(one.meeting.job)}. It was not discarded.`,
      more: restWords[one.meeting.kind],
    }
  if (one.kind === 'sent') return { tone: 'success', title: `A recording from before was sent as ${nameOf(one.job)}.` }
  return {
    tone: 'warning',
    title:
      one.kind === 'partly'
        ? `The beginning of a recording from before is in ${nameOf(one.job)}, which was sent from another computer.`
        : `A recording from before is ${nameOf(one.job)} already.`,
    more: restWords[one.kind],
  }
}

const restWords: Record<Meeting['kind'], string> = {
  sent: '',
  partly: 'What is only here is listed below, and can be sent as a dictation of its own.',
  'other-patient': 'Here it has another patient by now: please open it below and say whose it is.',
}
