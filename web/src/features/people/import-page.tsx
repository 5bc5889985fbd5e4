import { call } from '@dictara/browser/call'
import {
  importColumns,
  importLimits,
  importRefusals,
  type PeopleImport,
  peopleImportCalls,
} from '@dictara/contract/people-import'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Progress, Skeleton } from 'antd'
import { Download, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ImportRows } from './import-rows.tsx'
import { peopleKey } from './people-queries.ts'
import './import-page.css'

const key = [...peopleKey, 'import']
/** While people are added, how far that is is asked for so often. */
const lookMs = 1_000

/** With a mark by which Excel takes it for UTF-8. */
const template = `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${importColumns.join(',')}\r\n`)}`

async function readImport(signal: AbortSignal): Promise<PeopleImport | null> {
  const ask = async (rows: boolean) =>
    (await call(peopleImportCalls.getImport, { query: { rows } }, { signal, handler: 'page' })).result[0] ?? null
  const head = await ask(false)
  return head && head.state !== 'RUNNING' ? ask(true) : head
}

const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not readable')))
    reader.readAsDataURL(file)
  })

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en')} people`)

interface ChooseProps {
  isBusy: boolean
  onFile: (file: File) => void
}

/** Where a file is dropped, or chosen. */
function ChooseFile({ isBusy, onFile }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => file && !isBusy && onFile(file)
  function dropped(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <div
      className={isOver ? 'import-drop import-drop-over' : 'import-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <Button icon={<Upload size={16} aria-hidden />} loading={isBusy} onClick={() => input.current?.click()}>
        Choose a CSV file
      </Button>
      <span>or drop it here</span>
      <input
        ref={input}
        hidden
        type="file"
        aria-label="CSV file"
        accept=".csv,.txt,text/csv"
        onChange={({ target }) => {
          take(target.files?.[0])
          // The same file, put right, may be chosen again.
          target.value = ''
        }}
      />
    </div>
  )
}

const Help = () => (
  <p className="import-help">
    The first line names the columns, as the template does; each further line is one person. Role is Doctor, Reviewer,
    Transcriptionist, Biller or Admin; several facilities stand in one cell with | between. At most 5,000 people. You
    see what each line does before anybody is added; whoever is added is invited by mail.
  </p>
)

/** What the file is, and how many of its rows do what. */
function About({ found, heading }: { found: PeopleImport; heading: RefObject<HTMLHeadingElement | null> }) {
  const { fileName, encoding, counts, unread, state } = found
  const parts = [
    state === 'PREVIEW'
      ? `${people(counts.ADD)} will be added`
      : `${people(counts.ADDED)} ${counts.ADDED === 1 ? 'was' : 'were'} added and invited`,
    ...(counts.HERE > 0 ? [`${counts.HERE.toLocaleString('en')} already here`] : []),
    ...(counts.CANNOT > 0 ? [`${counts.CANNOT.toLocaleString('en')} cannot be added`] : []),
  ]
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {fileName}
      </h2>
      <p>
        {parts.join(', ')}. Read as {encoding}.
      </p>
      {unread.length > 0 && <p>Columns that are not read: {unread.join(', ')}.</p>}
    </>
  )
}

/** How far an import is. */
function Running({ found: { toAdd, counts } }: { found: PeopleImport }) {
  const done = toAdd - counts.ADD
  return (
    <div className="import-running">
      <output>
        {done.toLocaleString('en')} of {people(toAdd)} done. You may leave this page: it goes on.
      </output>
      <Progress percent={Math.floor((100 * done) / Math.max(1, toAdd))} aria-label="People added" />
    </div>
  )
}

/** People from a CSV file: what each line would do, then all the good ones in one go. */
export function ImportPage() {
  const client = useQueryClient()
  const act = useAction()
  const [problem, setProblem] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isRead = useRef(false)
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readImport(signal),
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? lookMs : false),
  })
  const { data } = found
  const isRunning = data?.state === 'RUNNING'
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void client.invalidateQueries({ queryKey: peopleKey, refetchType: 'active' })
    wasRunning.current = isRunning
  }, [isRunning, client])

  // What came of a file is read out, and Tab goes on from there.
  useEffect(() => {
    if (isRead.current) heading.current?.focus()
    isRead.current = false
  }, [data])

  async function run(send: () => Promise<{ message: string; result: PeopleImport[] }>) {
    setProblem(undefined)
    await client.cancelQueries({ queryKey: key })
    const answer = await act.run(send, { success: false, onRefused: ({ message }) => setProblem(message) })
    if (!answer) return
    isRead.current = true
    client.setQueryData(key, answer.result[0]!)
  }
  async function preview(file: File) {
    if (file.size > importLimits.bytes) return setProblem(importRefusals.tooLarge.message)
    const content = await base64Of(file).catch(() => null)
    if (content === null) return setProblem('This file cannot be read. Please choose it again.')
    return run(() => call(peopleImportCalls.previewImport, { body: { fileName: file.name.slice(-255), content } }))
  }
  const start = (id: string) => run(() => call(peopleImportCalls.startImport, { body: { id } }))

  return (
    <Page
      title="Import people"
      actions={
        <Button href={template} download="people.csv" icon={<Download size={16} aria-hidden />}>
          Download template
        </Button>
      }
    >
      <Help />
      {!isRunning && <ChooseFile isBusy={act.isBusy} onFile={(file) => void preview(file)} />}
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBlockEnd: 16 }} />}
      <Failed of={found} title="The import could not be fetched" />
      {found.isPending && <Skeleton active />}
      <section aria-label="What becomes of the file" className="import-result">
        {data && <About found={data} heading={heading} />}
        {data?.state === 'PREVIEW' && (
          <Button
            type="primary"
            disabled={data.toAdd === 0}
            loading={act.isBusy}
            onClick={() => void start(data.id)}
          >{`Import ${people(data.toAdd)}`}</Button>
        )}
        {data && isRunning && <Running found={data} />}
        {data && data.rows.length > 0 && <ImportRows key={`${data.id} ${data.state}`} rows={data.rows} />}
      </section>
    </Page>
  )
}
