import { useDeskFacts, useDeskPanel } from './use-desk-panel.ts'
import './desk.css'

/** The desk while its note loads. Each part has its place already, so nothing moves when the note arrives. */
export function DeskWaiting({ isOlder }: { isOlder: boolean }) {
  const panel = useDeskPanel('outline')
  const facts = useDeskFacts()
  return (
    <div className={panel.isOpen && !panel.isSheet ? 'desk' : 'desk is-alone'} aria-busy="true">
      <div className="desk-bar">
        <div className="desk-head">
          <output className="visually-hidden">The note is loading</output>
        </div>
      </div>
      <div className={isOlder ? 'desk-facts is-short' : 'desk-facts'} hidden={facts.isFolded} />
      <div className="audio-player" />
      <div className="note-column">
        <div className="note-toolbar" />
        <div className="desk-note desk-lines" aria-hidden>
          <i />
          <i />
          <i />
          <i />
        </div>
      </div>
      {panel.isOpen && !panel.isSheet && <div className="desk-panel" />}
      <div className="desk-status" />
    </div>
  )
}
