import { call } from '@dictara/browser/call'
import { type Import, importBytes, type importCalls, importRefusals } from '@dictara/contract/imports'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Progress, Skeleton } from 'antd'
import { Download, Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ImportRows } from './import-rows.tsx'
import './import-page.css'

/** Who is imported, and how the page refers to them. */
export interface Imported {
  calls: ReturnType<typeof importCalls>
  /** The query key of everything that their import may change. */
  refreshes: QueryKey
  one: string
  many: string
  /** The result for added people, e.g. `added and invited`. */
  added: string
  help: string
  columns: readonly string[]
  /** An example row for the template. */
  example: readonly string[]
  /** Headings of the preview besides line and name. */
  shown: readonly string[]
}

/** Interval at which the progress of adding is requested. */
const lookMs = 1_000

/** With a byte order mark, by which Excel recognises UTF-8. */
const templateOf = ({ columns, example }: Imported) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${[columns, example].map((cells) => `${cells.join(',')}\r\n`).join('')}`)}`

async function readImport({ calls }: Imported, signal: AbortSignal): Promise<Import | null> {
  const ask = async (rows: boolean) =>
    (await call(calls.getImport, { query: { rows } }, { signal, handler: 'page' })).result[0] ?? null
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

const counted = ({ one, many }: Imported, count: number) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

interface ChooseProps {
  isBusy: boolean
  onFile: (file: File) => void
}

/** The area where a file is dropped or chosen. */
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
          // Allows choosing the same file again after a correction.
          target.value = ''
        }}
      />
    </div>
  )
}

interface AboutProps {
  of: Imported
  found: Import
  heading: RefObject<HTMLHeadingElement | null>
}

/** The name and encoding of the file, its ignored columns, and the number of its rows by result. */
function About({ of, found, heading }: AboutProps) {
  const { fileName, encoding, counts, unread, state } = found
  const parts = [
    state === 'PREVIEW' ? `${counted(of, counts.ADD)} will be added` : `${counted(of, counts.ADDED)} ${of.added}`,
    ...(counts.HERE > 0 ? [`${counts.HERE.toLocaleString('en')} already here`] : []),
    ...(counts.CANNOT > 0 ? [`${counts.CANNOT.toLocaleString('en')} can’t be added`] : []),
  ]
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {fileName}
      </h2>
      <p>
        {parts.join(', ')}. Read as {encoding}.
      </p>
      {unread.length > 0 && <p>Columns not imported: {unread.join(', ')}.</p>}
    </>
  )
}

/** The progress of an import. */
function Running({ of, found: { toAdd, counts } }: { of: Imported; found: Import }) {
  const done = toAdd - counts.ADD
  return (
    <div className="import-running">
      <output>
        {done.toLocaleString('en')} of {counted(of, toAdd)} done. You can leave this page; the import goes on.
      </output>
      <Progress percent={Math.floor((100 * done) / Math.max(1, toAdd))} aria-label="Import" />
    </div>
  )
}

/** Imports a CSV file: first shows what each line would do, then adds all valid ones together. */
export function ImportPage({ of }: { of: Imported }) {
  const key = [...of.refreshes, 'import']
  const client = useQueryClient()
  const act = useAction()
  const [problem, setProblem] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isRead = useRef(false)
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readImport(of, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? lookMs : false),
  })
  const { data } = found
  const isRunning = data?.state === 'RUNNING'
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning)
      void client.invalidateQueries({ queryKey: of.refreshes, refetchType: 'active' })
    wasRunning.current = isRunning
  }, [isRunning, client, of])

  // The result for a file is announced, and Tab continues from there.
  useEffect(() => {
    if (isRead.current) heading.current?.focus()
    isRead.current = false
  }, [data])

  async function run(send: () => Promise<{ message: string; result: Import[] }>) {
    setProblem(undefined)
    await client.cancelQueries({ queryKey: key })
    const answer = await act.run(send, { success: false, onRefused: ({ message }) => setProblem(message) })
    if (!answer) return
    isRead.current = true
    client.setQueryData(key, answer.result[0]!)
  }
  async function preview(file: File) {
    if (file.size > importBytes) return setProblem(importRefusals.tooLarge.message)
    const content = await base64Of(file).catch(() => null)
    if (content === null) return setProblem('This file can’t be read. Choose it again.')
    return run(() => call(of.calls.previewImport, { body: { fileName: file.name.slice(-255), content } }))
  }
  const start = (id: string) => run(() => call(of.calls.startImport, { body: { id } }))

  return (
    <Page
      title={`Import ${of.many}`}
      actions={
        <Button href={templateOf(of)} download={`${of.many}.csv`} icon={<Download size={16} aria-hidden />}>
          Download template
        </Button>
      }
    >
      <p className="import-help">{of.help}</p>
      {!isRunning && <ChooseFile isBusy={act.isBusy} onFile={(file) => void preview(file)} />}
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBlockEnd: 16 }} />}
      <Failed of={found} title="The last import couldn’t be loaded" />
      {found.isPending && <Skeleton active />}
      <section aria-label="Result of the file" className="import-result">
        {data && <About of={of} found={data} heading={heading} />}
        {data?.state === 'PREVIEW' && (
          <Button
            type="primary"
            disabled={data.toAdd === 0}
            loading={act.isBusy}
            onClick={() => void start(data.id)}
          >{`Import ${counted(of, data.toAdd)}`}</Button>
        )}
        {data && isRunning && <Running of={of} found={data} />}
        {data && data.rows.length > 0 && (
          <ImportRows key={`${data.id} ${data.state}`} rows={data.rows} columns={of.shown} />
        )}
      </section>
    </Page>
  )
}
