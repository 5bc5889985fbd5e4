import { npi } from '@dictara/contract/fields'
import type { Person } from '@dictara/contract/people'
import { Form, Input, Radio } from 'antd'
import dayjs from 'dayjs'
import { TextItem } from '../../ui/text-item.tsx'
import { AuthorFields, Biller } from './author-fields.tsx'
import { PersonFields } from './person-fields.tsx'

const today = () => dayjs().format('YYYY-MM-DD')
async function bornByToday(_: unknown, day?: string | null) {
  if (day && day > today()) throw new Error('The date of birth can’t be in the future.')
}

/** The fields of a doctor (PEOP-34 to PEOP-47). */
export const DoctorFields = ({ person }: { person?: Person }) => (
  <>
    <PersonFields person={person} withoutFacility="Choose a facility. Without one this doctor can’t dictate.">
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
    <AuthorFields person={person} />
  </>
)
