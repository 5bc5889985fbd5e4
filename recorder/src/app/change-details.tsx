import type { RecordingDetails } from '@dictara/browser/recordings'
import { DetailsForm } from '../details/details-form.tsx'
import { useDetails } from '../details/use-details.ts'

interface ChangeDetailsProps {
  userId: string
  details: RecordingDetails
  onChange(details: RecordingDetails): void
  onCancel(): void
}

/** Changes the details of an existing recording. */
export function ChangeDetails({ userId, details, onChange, onCancel }: ChangeDetailsProps) {
  const form = useDetails(userId, details)
  const next = form.details
  return (
    <section className="card" aria-label="Change details">
      <DetailsForm details={form} />
      <div className="desk-actions">
        <button type="button" className="button button-primary" disabled={!next} onClick={() => next && onChange(next)}>
          Use these details
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </section>
  )
}
