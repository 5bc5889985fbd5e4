import { call } from '@dictara/browser/call'
import { auditCalls, type AuditedJob, type JobAuditRow } from '@dictara/contract/audit'
import { noteCalls } from '@dictara/contract/notes'
import { App, Button, Flex, Select } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import '../../ui/on-paper.css'
import { usePaper } from '../../ui/use-paper.ts'
import type { AuditOf } from './job-status.tsx'
import { PatientReport, type Printed } from './patient-report.tsx'

/** What can be printed (AUD-13, BILR-22). */
const contents = { audit: 'Audit', note: 'Note', both: 'Note with Audit' } as const
type Content = keyof typeof contents

/** Fetches everything that is printed, so that the paper is up to date. The print is audited before anything is printed. */
async function fetchPrinted({ jobId }: AuditedJob, content: Content, hasNote: boolean): Promise<Printed> {
  const ofJob = { params: { id: jobId } }
  const own = { handler: false } as const
  const [facts, audit, note] = await Promise.all([
    hasNote ? call(noteCalls.getDemographics, ofJob, own) : undefined,
    content === 'note' ? undefined : call(auditCalls.getJobAudit, { params: { jobId } }, own),
    content === 'audit' ? undefined : call(noteCalls.getSections, ofJob, own),
  ])
  await Promise.all([
    content !== 'note' && call(auditCalls.tellAuditPrinted, { params: { jobId } }, own),
    content !== 'audit' && call(noteCalls.getPrintInfo, { query: { jobId } }, own),
  ])
  return {
    facts: new Map(facts?.result.map(({ key, value }) => [key, value])),
    ...(audit && { audit: audit.result }),
    ...(note && { sections: note.result[0]!.sections }),
  }
}

interface PrintAuditProps {
  of: AuditOf
  job: AuditedJob
  audit: readonly JobAuditRow[] | undefined
}

/** Prints the audit of a job, its note, or both. A biller prints the note only once it is completed. */
export function PrintAudit({ of, job, audit }: PrintAuditProps) {
  const { notification } = App.useApp()
  const hasNote = of === 'jobs' || job.status !== 'InProgress'
  const [content, setContent] = useState<Content>('audit')
  const [isBusy, setBusy] = useState(false)
  const [printed, setPrinted] = useState<Printed | null>(null)
  usePaper(printed !== null, () => setPrinted(null))
  async function print() {
    setBusy(true)
    try {
      setPrinted(await fetchPrinted(job, content, hasNote))
    } catch {
      notification.error({
        title: 'Print failed',
        description: 'What is to be printed could not be loaded. Please try again.',
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex gap="small">
      <Select<Content>
        aria-label="What to print"
        className="audit-print"
        value={content}
        options={(Object.keys(contents) as Content[])
          .filter((one) => hasNote || one === 'audit')
          .map((value) => ({ value, label: contents[value] }))}
        onChange={setContent}
      />
      <Button icon={<Printer size={16} aria-hidden />} disabled={!audit} loading={isBusy} onClick={() => void print()}>
        Print
      </Button>
      {printed &&
        createPortal(
          <div>
            <div className="on-paper" aria-hidden="true">
              <PatientReport of={of} job={job} printed={printed} />
            </div>
          </div>,
          document.body,
        )}
    </Flex>
  )
}
