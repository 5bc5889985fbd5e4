import { call, type CallFailed } from '@dictara/browser/call'
import { sharedRefusals } from '@dictara/contract'
import { deviceConfigurationCalls, type EhrField } from '@dictara/contract/device-configuration'
import { App, Button } from 'antd'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { SaveBar } from '../settings/index.ts'
import { deviceConfigurationKey } from './device-configuration-queries.ts'
import { EhrFieldTree } from './ehr-field-tree.tsx'
import { type Chosen, chosenIn, isSame, leavesOf, mergeChosen, withChosen } from './ehr-fields.ts'

interface Kept {
  fields: EhrField[]
  version: number
}
/** The state of editing: the fields at its beginning, and the chosen fields now. */
interface Draft {
  before: Kept
  chosen: Chosen
  /** The changes that somebody else has made meanwhile. */
  changes?: readonly string[]
}

interface ExposedFieldsProps {
  facilityId: string
  workType: string | undefined
  kept: Kept
  fetchAnew: () => Promise<Kept | undefined>
  onSaved: (kept: Kept) => void
}

/**
 * The tree and its chosen fields, first read-only, then editable, then saved and read-only again (SETT-16 to SETT-19).
 */
export function ExposedFields({ facilityId, workType, kept, fetchAnew, onSaved }: ExposedFieldsProps) {
  const { notification } = App.useApp()
  const act = useAction({ refreshes: deviceConfigurationKey })
  const [draft, setDraft] = useState<Draft>()
  const box = useRef<HTMLDivElement>(null)
  const isEditing = draft !== undefined
  const chosen = draft?.chosen ?? chosenIn(kept.fields)
  const fields = draft?.before.fields ?? kept.fields
  const isChanged = draft !== undefined && !isSame(chosen, chosenIn(draft.before.fields))
  const leave = useLeaveQuestion(
    () => isChanged,
    { title: 'Leave without saving?', content: 'Your changes will be lost.' },
    { isTab: true },
  )

  // When editing begins, the focus moves into the tree; when it ends, it returns to the button.
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    box.current?.querySelector<HTMLElement>(isEditing ? '[role=tree]' : '.device-edit')?.focus()
  }, [isEditing])

  async function save({ before }: Draft) {
    let refused: CallFailed | undefined
    const input = {
      params: { facilityId },
      query: { workType: workType!, version: before.version },
      body: withChosen(before.fields, chosen),
    }
    const answer = await act.run(() => call(deviceConfigurationCalls.saveEhrFields, input), {
      onRefused(failure) {
        refused = failure
      },
    })
    if (answer) {
      onSaved({ fields: answer.result, version: answer.version })
      setDraft(undefined)
    }
    if (refused?.code !== sharedRefusals.changedMeanwhile.code) {
      if (refused) notification.error({ title: 'Failed', description: refused.message })
      return
    }
    const now = await fetchAnew()
    if (now) setDraft({ before: now, ...mergeChosen(before.fields, chosen, now.fields) })
  }

  return (
    <div ref={box} className="device">
      {draft?.changes && <ChangedMeanwhile key={draft.before.version} changes={draft.changes} submit="Save" />}
      {!draft && workType !== undefined && (
        <div>
          <Button
            className="device-edit"
            icon={<Pencil size={16} aria-hidden />}
            onClick={() => setDraft({ before: kept, chosen })}
          >
            Edit
          </Button>
        </div>
      )}
      <div className="device-columns">
        <section aria-labelledby="ehr-fields">
          <h2 id="ehr-fields">EHR fields</h2>
          <EhrFieldTree
            label="EHR fields"
            fields={fields}
            chosen={chosen}
            isChoice={workType !== undefined}
            isEditing={isEditing && !act.isBusy}
            onChange={(next) => draft && setDraft({ ...draft, chosen: next })}
          />
        </section>
        <SelectedFields fields={fields} chosen={chosen} workType={workType} />
      </div>
      {draft && (
        <SaveBar
          isSaving={act.isBusy}
          maySave={isChanged}
          onSave={() => void save(draft)}
          onCancel={() => leave(() => setDraft(undefined))}
        />
      )}
    </div>
  )
}

interface SelectedFieldsProps extends Pick<ExposedFieldsProps, 'workType'> {
  fields: readonly EhrField[]
  chosen: Chosen
}

function SelectedFields({ fields, chosen, workType }: SelectedFieldsProps) {
  const selected = leavesOf(fields).filter(({ key }) => chosen.has(key))
  return (
    <section aria-labelledby="selected-fields">
      <h2 id="selected-fields">Selected fields{selected.length > 0 && ` (${selected.length})`}</h2>
      {selected.length === 0 && (
        <p className="device-nothing">
          {workType === undefined
            ? 'Select a work type to see and change its fields.'
            : 'No fields selected for this work type.'}
        </p>
      )}
      <ul className="device-selected">
        {selected.map(({ key, labels }) => (
          <li key={key}>
            <bdi>{labels.at(-1)}</bdi>
            {labels.length > 1 && <span dir="auto">{labels.slice(0, -1).join(' › ')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
