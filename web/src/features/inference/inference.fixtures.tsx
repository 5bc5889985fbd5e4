import { inferenceCalls as calls, type InferenceItem, type NoteInference } from '@dictara/contract/inference'
import { beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { darkTheme, lightTheme } from '../../app/antd-theme.ts'
import { mountInWebApp } from '../../testing/in-web-app.tsx'
import { type Calls, openCalls } from '../../testing/wire.ts'
import { InferenceTab } from './inference-tab.tsx'
import { useInference } from './use-inference.ts'

const jobId = '019a0000-0000-7000-8000-000000000031'
export const sectionId = '019a0000-0000-7000-8000-000000000041'

/** The state that a test sets before it opens the tab, and reads afterwards. */
export const desk: {
  server: Calls
  /** The inference that the server returns. */
  read: NoteInference
  /** The words that the tab asked the editor to show: section, start, end. */
  shown: [string, number, number][]
} = { server: openCalls(), read: nothingRead(), shown: [] }

function nothingRead(): NoteInference {
  return { sections: [], questions: [], isCurrent: true, inferredAt: null, engine: 'Rules', dropped: 0 }
}

/** Before each test, prepares a note without inferred fields and a server that accepts every change. */
export const useInferenceDesk = () =>
  beforeEach(() => {
    desk.shown = []
    desk.read = nothingRead()
    desk.server = openCalls()
    desk.server.answer(calls.getNoteInference, () => [desk.read])
    desk.server.answer(calls.saveInference, [])
    desk.server.answer(calls.allowOverwrite, [])
    desk.server.answer(calls.answerQuestion, [])
  })

function Desk({ isEditable = true }) {
  const inference = useInference({ jobId, isEditable, isWanted: true, isSaved: true })
  return (
    <div style={{ inlineSize: 288 }}>
      <InferenceTab inference={inference} onShow={(...place) => void desk.shown.push(place)} />
    </div>
  )
}

export const aField = (field: Partial<InferenceItem> = {}): InferenceItem => ({
  key: 'Complaint',
  value: ['chest pain'],
  type: 'Text Box',
  mandatory: false,
  edited: false,
  possibleValues: [],
  annotations: [{ startIndex: 4, endIndex: 14 }],
  columns: [],
  ...field,
})
const aColumn = (fieldUIName: string, more: Partial<InferenceItem['columns'][number]> = {}) => ({
  fieldUIName,
  fieldUIElement: 'Text Box' as const,
  mandatory: false,
  possibleValues: [],
  fieldUIShowList: false,
  ...more,
})
export const drugs = (...rows: Record<string, string>[]) =>
  aField({
    key: 'Medications',
    type: 'Dynamic Table',
    value: rows,
    annotations: rows.map(() => null),
    columns: [
      aColumn('Drug', { mandatory: true }),
      aColumn('Route', { fieldUIElement: 'Dropdown', mandatory: true, possibleValues: ['Oral', 'Topical'] }),
      aColumn('Start Date', { fieldUIElement: 'Date/Time' }),
      aColumn('End Date', { fieldUIElement: 'Date/Time' }),
    ],
  })

/** Opens the inference tab of a note that has one section with these fields. */
export async function openInference(items: InferenceItem[], isEditable = true, look: string = 'light') {
  desk.read = { ...desk.read, sections: [{ sectionId, heading: 'PLAN', items }] }
  const mounted = mountInWebApp(<Desk isEditable={isEditable} />, '/here', look === 'dark' ? darkTheme : lightTheme)
  if (items.length > 0) await expect.element(page.getByRole('heading', { name: items[0]!.key })).toBeVisible()
  return mounted
}
export const button = (name: string) => page.getByRole('button', { name })
export const saved = () => desk.server.asked(calls.saveInference).at(-1)?.body
