import { CallFailed } from '@dictara/browser/call'
import { momentIn } from '@dictara/browser/moments'
import { type Hl7File, hl7FileCalls, hl7Refusals } from '@dictara/contract/hl7-files'
import { Alert, Button, Checkbox, Empty, Segmented, Skeleton } from 'antd'
import { Download, LayoutGrid, List as ListIcon, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { type Column, ListTable } from '../../ui/list-table.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { useListQuery } from '../../ui/use-list-query.ts'
import { ExportModal } from './export-modal.tsx'
import { FileDrawer, JobOfFile } from './file-drawer.tsx'
import { fileTypes, hl7Queries, sizeWords } from './file-types.ts'
import './hl7-files.css'
import { ImportModal } from './import-modal.tsx'
import { resultWords } from './verdict-words.ts'

/** HL7-21. */
const searchRestMs = 400
/** How often a list with files that are being read is fetched. */
const lookMs = 2_000

interface Rows {
  isSelected: (file: Hl7File) => boolean
  onSelect: (file: Hl7File, isSelected: boolean) => void
  onOpen: (file: Hl7File) => void
}

const SelectFile = ({ file, rows }: { file: Hl7File; rows: Rows }) => (
  <Checkbox
    checked={rows.isSelected(file)}
    aria-label={`Select ${file.fileName}`}
    onChange={({ target }) => rows.onSelect(file, target.checked)}
  />
)
const OpenFile = ({ file, rows }: { file: Hl7File; rows: Rows }) => (
  <Button type="link" className="row-link hl7-name" onClick={() => rows.onOpen(file)}>
    {file.fileName}
  </Button>
)

const timeOf = ({ uploadedTime, timeZone }: Hl7File) => momentIn(uploadedTime, timeZone)
const resultOf = (file: Hl7File) => (file.job ? <JobOfFile job={file.job} /> : resultWords(file))

const columns = (rows: Rows): Column<typeof hl7FileCalls.listHl7Files>[] => [
  { title: 'Select', isRigid: true, width: 56, render: (file) => <SelectFile file={file} rows={rows} /> },
  {
    title: 'File Name',
    sort: 'fileName',
    isHeading: true,
    width: 260,
    render: (file) => <OpenFile file={file} rows={rows} />,
  },
  { title: 'File Size', sort: 'fileSize', width: 90, render: ({ fileSize }) => sizeWords(fileSize) },
  { title: 'Uploaded Time', sort: 'uploadedTime', width: 150, render: timeOf },
  { title: 'Uploaded By', width: 130, hidden: 'middle', render: ({ uploadedBy }) => uploadedBy },
  { title: 'Exported', sort: 'noOfTimesExported', width: 90, render: ({ noOfTimesExported }) => noOfTimesExported },
  { title: 'Result', width: 200, render: resultOf },
]

/** The files as cards (HL7-03). */
function FileGrid({ files, rows }: { files: readonly Hl7File[]; rows: Rows }) {
  return (
    <ul className="hl7-grid" aria-label="Files">
      {files.map((file) => (
        <li key={file.id}>
          <div className="hl7-card-head">
            <SelectFile file={file} rows={rows} />
            <OpenFile file={file} rows={rows} />
          </div>
          <p className="hl7-quiet">
            {sizeWords(file.fileSize)} · {timeOf(file)} · {file.uploadedBy}
          </p>
          <p>{resultOf(file)}</p>
        </li>
      ))}
    </ul>
  )
}

/** Shown if no facility of the person has HL7 integration. Links to the page where it is switched on. */
const Hl7Off = () => (
  <Alert
    type="info"
    showIcon
    title="HL7 integration is off"
    description="None of your facilities exchanges HL7 files. Switch it on in the EHR configuration of a facility."
    action={<Link to={paths.ehrConfiguration}>EHR Configuration</Link>}
  />
)

function Files({ of, clinicId }: { of: (typeof fileTypes)[number]; clinicId: string }) {
  const [view, setView] = useState<'List' | 'Grid'>('List')
  const [selected, setSelected] = useState<ReadonlyMap<string, string>>(new Map())
  const [open, setOpen] = useState<'import' | 'export' | Hl7File>()
  const [isReading, setReading] = useState(false)
  const list = useListQuery(hl7FileCalls.listHl7Files, {
    key: hl7Queries,
    params: { clinicId },
    scope: { fileType: of.type },
    ...(isReading && { refetchInterval: lookMs }),
  })
  const reads = list.rows.some(({ isWaiting }) => isWaiting)
  if (reads !== isReading) setReading(reads)
  const rows: Rows = {
    isSelected: ({ id }) => selected.has(id),
    onSelect(file, isSelected) {
      const next = new Map(selected)
      if (isSelected) next.set(file.id, file.fileName)
      else next.delete(file.id)
      setSelected(next)
    },
    onOpen: setOpen,
  }
  const isOff = list.error instanceof CallFailed && list.error.code === hl7Refusals.off.code
  const empty = 'No files found!'
  return (
    <>
      <ListPage
        title="HL7 Files"
        tabTitle={`HL7 Files: ${of.label}`}
        list={list}
        {...(!isOff && { search: 'Search Files' })}
        searchRestMs={searchRestMs}
        actions={
          !isOff && (
            <>
              <Segmented
                aria-label="View"
                value={view}
                onChange={setView}
                options={[
                  { value: 'List', label: 'List', icon: <ListIcon size={14} aria-hidden /> },
                  { value: 'Grid', label: 'Grid', icon: <LayoutGrid size={14} aria-hidden /> },
                ]}
              />
              <Button icon={<Upload size={16} aria-hidden />} disabled={!list.data} onClick={() => setOpen('import')}>
                Import
              </Button>
              <Button
                type="primary"
                icon={<Download size={16} aria-hidden />}
                disabled={selected.size === 0}
                onClick={() => setOpen('export')}
              >
                {selected.size > 0 ? `Export ${selected.size}` : 'Export'}
              </Button>
            </>
          )
        }
        failed={{ title: 'The files couldn’t be loaded', inServersWords: true }}
        instead={isOff && <Hl7Off />}
      >
        {view === 'List' && (
          <ListTable list={list} label="HL7 files" kind="hl7" columns={columns(rows)} empty={empty} />
        )}
        {view === 'Grid' && list.isPending && <Skeleton active />}
        {view === 'Grid' && !list.isPending && list.rows.length === 0 && (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
        )}
        {view === 'Grid' && <FileGrid files={list.rows} rows={rows} />}
      </ListPage>
      {open === 'import' && (
        <ImportModal
          clinicId={clinicId}
          fileType={of.type}
          facilities={list.data?.facilities ?? []}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'export' && (
        <ExportModal
          clinicId={clinicId}
          fileType={of.type}
          selected={selected}
          onClose={() => setOpen(undefined)}
          onExported={() => {
            setSelected(new Map())
            setOpen(undefined)
          }}
        />
      )}
      {typeof open === 'object' && (
        <FileDrawer
          clinicId={clinicId}
          // Use the newest version of the file in the list.
          file={list.rows.find(({ id }) => id === open.id) ?? open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** HL7 files by type, with their import and export (HL7-01 to HL7-21). */
export function Hl7FilesPage() {
  const user = useUser()
  const { pathname } = useLocation()
  const of = fileTypes.find(({ path }) => pathname.startsWith(path)) ?? fileTypes[0]!
  if (!user?.clinicId) return null
  return (
    <div className="hl7">
      <TabLinks
        name="Types of files"
        selected={of.type}
        items={fileTypes.map(({ type, label, path }) => ({ key: type, to: path, label }))}
      />
      <Files key={of.type} of={of} clinicId={user.clinicId} />
    </div>
  )
}
