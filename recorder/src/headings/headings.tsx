import { useId, useState } from 'react'
import type { TemplateOption } from '../details/remembered-lists.ts'
import { Shortcut, useKeyNames } from '../ui/shortcut.tsx'
import { HeadingList } from './heading-list.tsx'
import { TemplateNewsLine } from './template-news-line.tsx'
import { type ChecklistKeeper, useChecklist } from './use-checklist.ts'
import type { Hearing, Listening } from './use-heard.ts'
import type { TemplateNews } from './use-template.ts'

interface HeadingsProps {
  template: TemplateOption
  /** Later changes of the template, if any. */
  news: TemplateNews | undefined
  onShowNew(): void
  /** Disabled during submission. */
  isEnabled: boolean
  listening: Listening
  keeper: ChecklistKeeper
}

const byHand = 'Use “Next heading” or select a heading.'
const ledByHand: Record<Exclude<Hearing, 'on'>, string> = {
  off: `This server can’t follow spoken headings. ${byHand}`,
  'not-now': `The server is too busy to follow you right now. ${byHand}`,
  away: `The checklist can’t follow you while the server is away. ${byHand}`,
}

/**
 * The template's requirements, visible during dictation: a checklist with Directional Flow. With little space it folds
 * to one line.
 */
export function Headings({ template, news, onShowNew, isEnabled, listening, keeper }: HeadingsProps) {
  const { headings, isDirectional } = template
  const checklist = useChecklist(template, isEnabled, listening, keeper)
  const { hearing } = checklist
  const { at } = checklist.list
  const [isUnfolded, setUnfolded] = useState(false)
  const [asked, setAsked] = useState<{ place: number; at: number }>()
  const id = useId()
  const keys = useKeyNames('KeyN', 'N')
  // The requested explanation stays until the next heading is current.
  const toldPlace = asked?.at === at ? asked.place : isDirectional ? at : undefined
  const told = toldPlace === undefined ? undefined : headings[toldPlace]
  return (
    <section className="headings" aria-label={`Headings of ${template.templateName}`}>
      <div className="headings-top">
        <button
          type="button"
          className="headings-fold"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <span aria-hidden="true">{isUnfolded ? '▾' : '▸'}</span> {foldedWords(template, at, checklist.isUnknown)}
        </button>
        <h2 className="headings-title">Headings</h2>
        {isDirectional ? (
          <button
            type="button"
            className="button button-quiet"
            aria-keyshortcuts={keys}
            aria-disabled={!isEnabled || checklist.isOver || undefined}
            onClick={() => isEnabled && checklist.next()}
          >
            Next heading
            <Shortcut code="KeyN" bare="N" />
          </button>
        ) : null}
      </div>
      <TemplateNewsLine templateName={template.templateName} news={news} onShowNew={onShowNew} />
      {isDirectional ? <output className="hint">{hearing === 'on' ? '' : ledByHand[hearing]}</output> : null}
      <div className="headings-all" id={id} data-unfolded={isUnfolded}>
        {isDirectional ? <p className="hint">Say the heading and “colon”, or “next heading”.</p> : null}
        <HeadingList
          template={template}
          list={checklist.list}
          isUnknown={checklist.isUnknown}
          onAsk={(place) => setAsked({ place, at })}
          onGo={(place) => isEnabled && checklist.goTo(place)}
        />
        {told?.description ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
          <section className="heading-says" aria-label={`About ${told.customUIHeading}`} tabIndex={0}>
            <strong>{told.customUIHeading}</strong> {told.description}
          </section>
        ) : null}
      </div>
      <output className="visually-hidden">{checklist.announced}</output>
    </section>
  )
}

function foldedWords(
  { headings, isDirectional }: TemplateOption,
  at: number,
  isUnknown: (heading: string) => boolean,
): string {
  const required = headings.filter((heading) => heading.required).length
  if (!isDirectional)
    return `${headings.length} ${headings.length === 1 ? 'heading' : 'headings'}, ${required} required`
  const heading = headings[at]
  if (!heading) return 'All headings done'
  const asked = heading.required ? ' (required)' : ''
  return `${at + 1} of ${headings.length}: ${heading.customUIHeading}${asked}${isUnknown(heading.customUIHeading) ? ', not recognized by name' : ''}`
}
