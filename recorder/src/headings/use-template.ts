import type { RecordingDetails } from '@dictara/browser/recordings'
import { use, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { RememberedListsContext, type TemplateOption } from '../details/remembered-lists.ts'
import { listTemplateOptions } from '../details/template-options.ts'

/** A change of a template while somebody uses it for a dictation. */
export type TemplateNews = 'changed' | 'gone'

const lookEveryMs = 60_000

/**
 * The template of a recording as of when the recording was put on the desk: it may be changed, renamed or deleted
 * during the dictation. This is reported, and the new version is shown on request. `template` undefined: this computer
 * does not have it.
 */
export function useTemplate({ template }: RecordingDetails) {
  const lists = use(RememberedListsContext)
  const id = template?.id
  const [shown, setShown] = useState<TemplateOption>()
  const first = useMemo(() => lists.known.templates?.find((one) => one.id === id), [lists, id])
  const known = shown && shown.id === id ? shown : first
  const [offered, setOffered] = useState<readonly TemplateOption[]>()
  const look = useEffectEvent(async (signal: AbortSignal) => {
    const options = await listTemplateOptions(signal).catch(() => undefined)
    if (options && !signal.aborted) setOffered(options)
  })
  useEffect(() => {
    if (!id) return undefined
    const over = new AbortController()
    const lookNow = () => void look(over.signal)
    const lookWhenSeen = () => document.hidden || lookNow()
    const looking = setInterval(lookNow, lookEveryMs)
    window.addEventListener('online', lookNow)
    document.addEventListener('visibilitychange', lookWhenSeen)
    return () => {
      over.abort()
      clearInterval(looking)
      window.removeEventListener('online', lookNow)
      document.removeEventListener('visibilitychange', lookWhenSeen)
    }
  }, [id])
  const now = offered?.find((one) => one.id === id)
  return {
    // An older version of the recorder stored only names.
    template: known?.headings?.length ? known : undefined,
    news: offered && known ? newsOf(known, now) : undefined,
    showNew: () => setShown(now),
  }
}

function newsOf(shown: TemplateOption, now: TemplateOption | undefined): TemplateNews | undefined {
  if (!now) return 'gone'
  return saysTheSame(shown, now) ? undefined : 'changed'
}

const saysTheSame = (one: TemplateOption, other: TemplateOption) => wordsOf(one) === wordsOf(other)
const wordsOf = ({ templateName, headings, isDirectional }: TemplateOption) =>
  JSON.stringify([
    templateName,
    isDirectional,
    ...headings.map(({ customUIHeading, description, required }) => [customUIHeading, description, required]),
  ])
