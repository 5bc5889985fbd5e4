import { useKeys } from '@dictara/browser/use-keys'
import type { Job } from '@dictara/contract/jobs'
import type { NoteStage, Section } from '@dictara/contract/notes'
import { Button } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NoteHandle } from '../../../editor/note-session.ts'
import type { ChangeFigures } from '../../../editor/review/note-changes.ts'
import { isAskedSomething } from '../../../ui/is-asked-something.ts'
import { ariaKeys, pressedOf, shownKeys } from '../keys/keys.ts'
import { isTranscription } from '../reading/is-transcription.ts'
import { useStages } from '../reading/note-queries.ts'
import './changes-in-text.css'

type Level = 'heard' | 'submitted' | 'now'

const names: Record<Level, string> = { heard: 'As heard', submitted: 'As submitted', now: 'Now' }
const stageOf: Record<Exclude<Level, 'now'>, NoteStage['stage']> = { heard: 'CONVERTED', submitted: 'TRANSCRIBED' }

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** Keep the caret in the text. */
const stay = (event: MouseEvent) => event.preventDefault()

interface ChangesInTextProps {
  job: Job
  note: RefObject<NoteHandle | null>
}

/**
 * Shows in the note's text what differs from an earlier stage; Alt+Down and Alt+Up step through the differences and
 * play them. The stage is the submitted text, or the recognised one if nothing differs from that.
 */
export function ChangesInText({ job, note }: ChangesInTextProps) {
  const wasSubmitted = !isTranscription(job)
  const [chosen, setLevel] = useState<Level>('now')
  const [found, setFound] = useState<ChangeFigures & { since: readonly Section[] }>()
  const walksTo = useRef<-1 | 1>(undefined)
  const stages = useStages(job.jobId, chosen !== 'now')
  const stageAt = (of: NoteStage['stage']) => stages.data?.findLast(({ stage }) => stage === of)
  // For a note recorded and finished by one person no submitted text is kept; it is compared with the recognised text.
  const level = chosen === 'submitted' && stages.data && !stageAt('TRANSCRIBED') ? 'heard' : chosen
  const sections = level === 'now' ? undefined : stageAt(stageOf[level])?.sections
  const isLacking = level !== 'now' && (stages.isError || (stages.data !== undefined && !sections))

  const figures = found?.since === sections ? found : undefined

  /** @returns false if nothing differs from the submitted text, so that the recognised text is compared instead */
  const walkFrom = (by: -1 | 1) => {
    if (note.current?.walkChanges(by) || level !== 'submitted' || !stageAt('CONVERTED')) return true
    setLevel('heard')
    return false
  }
  const compare = useEffectEvent((since: readonly Section[] | undefined) => {
    note.current?.compareWith(since ?? null, (now) => since && setFound({ ...now, since }))
    if (since && walksTo.current && walkFrom(walksTo.current)) walksTo.current = undefined
  })
  useEffect(() => compare(sections), [sections])
  const walk = (by: -1 | 1) => {
    if (sections && walkFrom(by)) return
    walksTo.current = by
    if (level === 'now') setLevel(wasSubmitted ? 'submitted' : 'heard')
  }
  useKeys((event) => {
    const pressed = pressedOf(['change', 'changeBefore'], event)
    return pressed && !isAskedSomething() ? () => walk(pressed === 'change' ? 1 : -1) : undefined
  })

  return (
    <>
      <fieldset aria-label="Changes since" className="changes-in-text">
        {(['heard', ...(wasSubmitted ? (['submitted'] as const) : []), 'now'] as const).map((each) => (
          <Button
            key={each}
            type="text"
            size="small"
            aria-pressed={level === each}
            onMouseDown={stay}
            onClick={() => setLevel(each)}
          >
            {names[each]}
          </Button>
        ))}
      </fieldset>
      {level !== 'now' && (
        <div className="changes-found">
          <output>
            {isLacking && (stages.isError ? 'Couldn’t load this version.' : 'No earlier version was kept.')}
            {figures && `${names[level]}: ${many(figures.changes, 'change')} · ${figures.looked} reviewed`}
          </output>
          {(['changeBefore', 'change'] as const).map((name) => (
            <Button
              key={name}
              type="text"
              size="small"
              aria-label={name === 'change' ? 'Next change' : 'Previous change'}
              aria-keyshortcuts={ariaKeys(name)}
              title={shownKeys(name)}
              disabled={!figures?.changes}
              onMouseDown={stay}
              onClick={() => walk(name === 'change' ? 1 : -1)}
            >
              {name === 'change' ? <ArrowDown size={16} aria-hidden /> : <ArrowUp size={16} aria-hidden />}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
