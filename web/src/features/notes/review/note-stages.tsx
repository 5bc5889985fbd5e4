import type { NoteStage } from '@dictara/contract/notes'
import { notePlainText } from '@dictara/dictation/note-text'
import { Drawer, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { Failed } from '../../../ui/failed.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import { compareTexts } from '../reading/compare-texts.ts'
import { useStages } from '../reading/note-queries.ts'

const names: Record<NoteStage['stage'], string> = {
  CONVERTED: 'As converted',
  TRANSCRIBED: 'As submitted',
  REVIEWED_LEVEL_1: 'After review level 1',
  REVIEWED_LEVEL_2: 'After review level 2',
  RETURNED: 'As returned',
  FINAL: 'As completed',
  CURRENT: 'As it is now',
}
const nameOf = ({ stage, userName }: NoteStage) => (userName ? `${names[stage]} · ${userName}` : names[stage])

function Comparison({ stages }: { stages: readonly NoteStage[] }) {
  const submitted = stages.findLastIndex(({ stage }) => stage === 'TRANSCRIBED')
  const [from, setFrom] = useState(Math.max(0, submitted))
  const [to, setTo] = useState(stages.length - 1)
  const options = stages.map((stage, value) => ({ value, label: nameOf(stage) }))
  const text = (index: number) => notePlainText(stages[index]?.sections ?? [])
  const parts = compareTexts(text(from), text(to))
  return (
    <>
      <div className="stage-choice">
        <Select aria-label="Compare from" value={from} options={options} onChange={setFrom} />
        <Select aria-label="Compare to" value={to} options={options} onChange={setTo} />
      </div>
      {parts.every(({ kind }) => kind === 'same') && <p>There is no difference between these two.</p>}
      <p className="compared-text">
        {parts.map(({ kind, text: part }, index) => {
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one comparison never move
          if (kind === 'same') return <span key={index}>{part}</span>
          // oxlint-disable-next-line react/no-array-index-key -- as above
          return kind === 'added' ? <ins key={index}>{part}</ins> : <del key={index}>{part}</del>
        })}
      </p>
    </>
  )
}

/** What was changed, and by whom: any two stages of the note side by side in one text (Q190). */
export function NoteStages({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const stages = useStages(jobId, true)
  useFocusBack()
  return (
    <Drawer open title="Changes" size="60%" onClose={onClose}>
      {stages.isPending && <Skeleton active aria-label="Loading the stages of the note" />}
      <Failed of={stages} title="The stages could not be read." />
      {stages.data && <Comparison stages={stages.data} />}
    </Drawer>
  )
}
