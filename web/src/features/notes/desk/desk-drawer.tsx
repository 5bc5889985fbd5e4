import type { Job } from '@dictara/contract/jobs'
import type { NoteTemplate } from '@dictara/contract/note-phrases'
import { ChangePatient } from '../job/change-patient.tsx'
import { ChangeTemplate } from '../phrases/change-template.tsx'
import { DeskKeys } from './desk-keys.tsx'

export type DrawerName = 'patient' | 'keys' | 'template'

interface DeskDrawerProps {
  job: Job
  drawer: DrawerName | null
  saveFirst: () => Promise<boolean>
  /** The note now follows another template; `before` is the earlier one, or null. */
  onFollow: (template: NoteTemplate, before: string | null) => void
  onClose: () => void
}

/** The overlays of the desk, one at a time. */
export function DeskDrawer({ job, drawer, saveFirst, onFollow, onClose }: DeskDrawerProps) {
  if (drawer === 'keys') return <DeskKeys onClose={onClose} />
  if (drawer === 'template') return <ChangeTemplate job={job} onChanged={onFollow} onClose={onClose} />
  return drawer && <ChangePatient {...{ job, saveFirst, onClose }} />
}
