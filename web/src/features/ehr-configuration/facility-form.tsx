import { call, type CallFailed } from '@dictara/browser/call'
import {
  ehrConfigurationCalls as calls,
  ehrConfigurationRefusals as refusals,
  type Facility,
  facilityFieldNames,
} from '@dictara/contract/ehr-configuration'
import { Form } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { renewSession } from '../../platform/renew-session.ts'
import { ChangedMeanwhile, mergeMeanwhile, useSeen } from '../../ui/changed-meanwhile.tsx'
import { useAction } from '../../ui/use-action.ts'
import { focusOnceFree, useFocusBack } from '../../ui/use-focus-back.ts'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { useResting } from '../../ui/use-resting.ts'
import { useRefusal } from '../../ui/use-refusal.ts'
import { SaveBar } from '../settings/index.ts'
import { EhrSection } from './ehr-section.tsx'
import { useEhrSettings } from './ehr-queries.ts'
import { type FacilityValues, inputOf, valuesOf } from './facility-values.ts'
import { NameFields, ReviewFields } from './facility-fields.tsx'
import { markField } from './mark-field.ts'

const fieldNames = {
  labels: { ...facilityFieldNames, fields: 'What the EHR is connected with' },
  texts: ['facilityName', 'timeZone'],
}

interface FacilityFormProps {
  /** Absent: a new facility. */
  facility?: Facility
  /** The time zone of a new facility. */
  zone?: string | undefined
  /** The element that gets the focus when the form closes. */
  focusBackTo?: RefObject<HTMLElement | null>
  onSaved: () => void
  /** Leaves the form: Cancel, or Back if nothing is configured yet (FAC-22). Absent: there is nothing to return to. */
  onCancel?: (() => void) | undefined
}

/** The form of a facility and its EHR configuration (FAC-17). */
export function FacilityForm({ facility, zone, focusBackTo, onSaved, onCancel }: FacilityFormProps) {
  useFocusBack(focusBackTo)
  useEffect(() => void setTimeout(() => focusOnceFree(() => document.getElementById('facility_facilityName'))), [])
  // Invalidate everything, because names and time zones of facilities are shown throughout Dictara.
  const act = useAction({ refreshes: [] })
  const resting = useResting(act.isBusy)
  const [form] = Form.useForm<FacilityValues>()
  const { seen, present } = useSeen(facility, (one?: Facility) => valuesOf(one))
  const [changes, setChanges] = useState<readonly string[]>()
  const refusal = useRefusal(form, 'facility', refusals)
  const [initial] = useState(() => valuesOf(facility, zone))
  const isGone = useRef(false)
  const ehrType = Form.useWatch('ehrType', form) ?? initial.ehrType
  const asked = useEhrSettings(ehrType)
  const [isTouched, setTouched] = useState(false)
  const leave = useLeaveQuestion(() => isTouched && !isGone.current, {
    title: 'Leave without saving?',
    content: facility ? 'Your changes will be lost.' : 'What you entered will be lost.',
  })

  function tell(failure: CallFailed) {
    const now = present(failure)
    if (now) return setChanges(mergeMeanwhile(form, valuesOf(seen), now, fieldNames))
    refusal.tell(failure)
    markField(form, failure)
  }
  async function submitted() {
    refusal.forget()
    setChanges(undefined)
    const body = inputOf({ ...initial, ...form.getFieldsValue(true) }, asked.data ?? [])
    const answer = await act.run(
      () =>
        seen
          ? call(calls.editFacility, {
              body: { ...body, id: seen.id, ehrConfigured: seen.ehrConfigured, version: seen.version },
            })
          : call(calls.addFacility, { body }),
      { success: seen ? 'Updated' : 'Added', onRefused: (failure) => resting.afterwards(() => tell(failure)) },
    )
    if (!answer) return
    isGone.current = true
    // The menu warns while the clinic has no EHR (Q092). If this fails, the next renewal of the session corrects it.
    await renewSession().catch(() => {})
    onSaved()
  }

  function cancel() {
    isGone.current = true
    onCancel?.()
  }

  return (
    <Form<FacilityValues>
      form={form}
      name="facility"
      layout="vertical"
      colon={false}
      inert={act.isBusy}
      initialValues={initial}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => setTouched(true)}
      onFinish={() => void submitted()}
    >
      {changes && <ChangedMeanwhile changes={changes} submit="Save" />}
      <NameFields />
      <EhrSection facility={facility} ehrType={ehrType} asked={asked} onReset={() => setTouched(true)} />
      <ReviewFields />
      <SaveBar
        isSaving={act.isBusy}
        maySave={(facility === undefined || isTouched) && (ehrType === '' || asked.isSuccess)}
        onCancel={onCancel && (() => leave(cancel))}
        cancelText={facility ? 'Cancel' : 'Back'}
      />
    </Form>
  )
}
