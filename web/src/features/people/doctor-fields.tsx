import { npi } from '@dictara/contract/fields'
import type { Person } from '@dictara/contract/people'
import { Alert, Checkbox, Form, Input, Radio } from 'antd'
import dayjs from 'dayjs'
import { QuerySelect } from '../../ui/query-select.tsx'
import { TextItem } from '../../ui/text-item.tsx'
import { withKept } from '../../ui/with-kept.ts'
import type { DoctorValues } from './doctor-values.ts'
import { useBillers } from './people-queries.ts'
import { PersonFields } from './person-fields.tsx'
import { ReviewerChoice } from './reviewer-choice.tsx'

const today = () => dayjs().format('YYYY-MM-DD')
async function bornByToday(_: unknown, day?: string | null) {
  if (day && day > today()) throw new Error('The date of birth cannot be in the future.')
}

function Biller({ person }: { person?: Person }) {
  const kept = person?.biller ? [{ id: person.biller, fullName: 'Present biller (disabled)' }] : []
  return (
    <Form.Item name="biller" label="Biller">
      <QuerySelect
        allowClear
        of={useBillers()}
        failed="Failed"
        options={(data) =>
          withKept(data ?? [], data && kept, 'id').map(({ id, fullName }) => ({ value: id, label: fullName }))
        }
      />
    </Form.Item>
  )
}

function Review({ person }: { person?: Person }) {
  const flow = Form.useWatch<DoctorValues['reviewerFlow'] | undefined>('reviewerFlow')
  return (
    <>
      <Form.Item name="reviewerFlow" label="Reviewer Flow">
        <Radio.Group
          aria-label="Reviewer Flow"
          options={[
            { value: 'NONE', label: 'None' },
            { value: 'LEVEL_1', label: 'Level 1' },
            { value: 'LEVEL_2', label: 'Level 2' },
          ]}
        />
      </Form.Item>
      {flow && flow !== 'NONE' && <ReviewerChoice level={1} person={person} />}
      {flow === 'LEVEL_2' && <ReviewerChoice level={2} person={person} />}
      {flow === 'LEVEL_2' && (
        <Alert
          type="info"
          style={{ marginBottom: 16 }}
          title="A facility whose reviewer count is 1 reviews at one level only."
        />
      )}
    </>
  )
}

/** What is told of a doctor (PEOP-34 to PEOP-47). */
export const DoctorFields = ({ person }: { person?: Person }) => (
  <>
    <PersonFields person={person} withoutFacility="Without a facility this doctor sees no jobs.">
      <TextItem name="npi" label="NPI" field={npi} inputMode="numeric" />
      <Form.Item name="dob" label="Date of Birth" rules={[{ validator: bornByToday }]}>
        <Input type="date" max={today()} />
      </Form.Item>
    </PersonFields>
    <Biller person={person} />
    <Form.Item name="transcription" label="Transcription">
      <Radio.Group
        aria-label="Transcription"
        options={[
          { value: 'TRANSCRIPTION_ONLY', label: 'Edits own notes' },
          { value: 'NONE', label: 'Sent to transcriptionists' },
        ]}
      />
    </Form.Item>
    <Review person={person} />
    <Form.Item name="selfReviewEnabled" valuePropName="checked" noStyle>
      <Checkbox>May review own notes</Checkbox>
    </Form.Item>
    <br />
    <Form.Item name="activateRoster" valuePropName="checked" noStyle>
      <Checkbox>Activate roster</Checkbox>
    </Form.Item>
  </>
)
