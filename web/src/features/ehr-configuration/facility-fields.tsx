import { ehrLimits, facilityName, missing } from '@dictara/contract/ehr-configuration'
import { Form, Input, Select } from 'antd'
import { countFor, type FacilityValues, flowWords } from './facility-values.ts'

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

export const NameFields = () => (
  <>
    <Form.Item name="facilityName" label="Facility Name" rules={facilityName.rules}>
      <Input maxLength={facilityName.maxLength} autoComplete="off" dir="auto" />
    </Form.Item>
    <Form.Item name="timeZone" label="Time Zone" rules={[{ required: true, message: missing.timeZone }]}>
      <Select options={zones} showSearch={{ optionFilterProp: 'label' }} />
    </Form.Item>
  </>
)

const flows = Object.entries(flowWords).map(([value, label]) => ({ value, label }))
const counts = Array.from({ length: ehrLimits.reviewersMost }, (_, n) => ({ value: n + 1, label: String(n + 1) }))

/** How notes are reviewed: the flow, and how many reviews one can get (FAC-25, FAC-26, FAC-33). */
export function ReviewFields() {
  const form = Form.useFormInstance<FacilityValues>()
  const flow = Form.useWatch('transcriptionFlow', form)
  return (
    <>
      <Form.Item
        name="transcriptionFlow"
        label="Transcription Flow"
        rules={[{ required: true, message: missing.transcriptionFlow }]}
      >
        <Select
          placeholder="Please select Transcription Flow"
          options={flows}
          onChange={(next: keyof typeof flowWords) =>
            form.setFieldValue('reviewerCount', countFor(next, form.getFieldValue('reviewerCount') as number))
          }
        />
      </Form.Item>
      <Form.Item
        name="reviewerCount"
        label="Reviewer Count"
        extra="The most reviews that a note can get. With 1, doctors with two review levels get one."
        rules={[{ required: flow !== 'TRANSCRIPTION_ONLY', message: missing.reviewerCount }]}
      >
        <Select
          options={flow === 'TRANSCRIPTION_ONLY' ? [{ value: 0, label: 'No review' }] : counts}
          disabled={flow === 'TRANSCRIPTION_ONLY'}
        />
      </Form.Item>
    </>
  )
}
