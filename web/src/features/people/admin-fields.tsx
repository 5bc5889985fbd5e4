import { npi } from '@dictara/contract/fields'
import { facilityMissing, type Person, peopleRefusals } from '@dictara/contract/people'
import { Alert, Checkbox, ConfigProvider, Form, Radio } from 'antd'
import { useUser } from '../../platform/use-user.ts'
import { TextItem } from '../../ui/text-item.tsx'
import type { AdminValues } from './admin-values.ts'
import { AuthorFields, Biller } from './author-fields.tsx'
import { PersonFields } from './person-fields.tsx'

/** The fields of an administrator who dictates (Q056). */
const Dictating = ({ person }: { person: Person | undefined }) => (
  <>
    <TextItem name="npi" label="NPI" field={npi} inputMode="numeric" />
    <Biller person={person} />
    <AuthorFields person={person} />
  </>
)

/** The fields of an administrator (PEOP-43, C14, Q056). */
export function AdminFields({ person }: { person: Person | undefined }) {
  const user = useUser()
  const dictates = Form.useWatch<AdminValues['dictates'] | undefined>('dictates')
  const isOfClinic = user?.userType === 'clinicAdmin'
  const isOutOfReach = !isOfClinic && person?.userType === 'clinicAdmin'
  return (
    <ConfigProvider {...(isOutOfReach && { componentDisabled: true })}>
      {isOutOfReach && (
        <Alert type="info" style={{ marginBottom: 16 }} title={peopleRefusals.clinicAdminOnly.message} />
      )}
      <PersonFields
        person={person}
        facilityRules={[{ required: true, message: facilityMissing }]}
        {...(!isOfClinic && person && { emailFixed: peopleRefusals.adminEmailFixed.message })}
      />
      <Form.Item name="userType" label="Role">
        <Radio.Group
          aria-label="Role"
          disabled={!isOfClinic}
          options={[
            { value: 'admin', label: 'Admin' },
            { value: 'clinicAdmin', label: 'Clinic Admin' },
          ]}
        />
      </Form.Item>
      <Form.Item name="isFacilityAccessAllowed" valuePropName="checked" noStyle>
        <Checkbox disabled={isOutOfReach || !(isOfClinic || user?.facilityAccessEnable)}>Facility access</Checkbox>
      </Form.Item>
      <br />
      <Form.Item name="dictates" valuePropName="checked">
        <Checkbox>Dictates</Checkbox>
      </Form.Item>
      {dictates && <Dictating person={person} />}
    </ConfigProvider>
  )
}
