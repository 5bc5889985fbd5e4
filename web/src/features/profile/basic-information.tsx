import { call } from '@dictara/browser/call'
import { addressLine, cellPhone, city, firstName, lastName, state, zipCode } from '@dictara/contract/fields'
import { type Profile, profileCalls } from '@dictara/contract/profile'
import { Form, Select } from 'antd'
import { getCountries } from 'libphonenumber-js/min'
import { withoutCode } from '../../ui/phone.ts'
import { PhoneFields } from '../../ui/phone-fields.tsx'
import { TextItem } from '../../ui/text-item.tsx'
import { EditForm } from './edit-form.tsx'
import { Facts } from './facts.tsx'
import type { TabProps } from './tab-props.ts'
import { keepOfUser } from './profile-queries.ts'

const names = new Intl.DisplayNames(['en'], { type: 'region' })
const countries = getCountries()
  .map((code) => ({ value: code as string, label: names.of(code) ?? code }))
  // Without a country of their own: islands that have two letters for telephones alone.
  .filter(({ value, label }) => value !== label)
  .toSorted((a, b) => Number(b.value === 'US') - Number(a.value === 'US') || a.label.localeCompare(b.label))

const valuesOf = ({ firstName, lastName, phoneNumber, address }: Profile) => ({
  firstName,
  lastName,
  countryCode: phoneNumber?.countryCode ?? '+1',
  phone: phoneNumber?.number ?? '',
  country: address?.country,
  state: address?.state ?? '',
  addressLine1: address?.addressLine1 ?? '',
  addressLine2: address?.addressLine2 ?? '',
  city: address?.city ?? '',
  zipCode: address?.zipCode ?? '',
})
type Values = ReturnType<typeof valuesOf>

/** @param seen the version that was shown when somebody began to edit */
async function save(values: Values, seen: number) {
  const { firstName, lastName, countryCode, phone, country, ...address } = values
  const answer = await call(profileCalls.saveBasicDetails, {
    body: {
      firstName,
      lastName,
      phoneNumber: { countryCode, number: withoutCode(phone, countryCode) },
      address: { ...address, country: country! },
      version: seen,
    },
  })
  const { fullName, ...kept } = answer.result[0]!
  keepOfUser({ firstName: kept.firstName, lastName: kept.lastName, fullName })
  return answer
}

const Known = ({ profile }: { profile: Profile }) => {
  const { phoneNumber, address } = profile
  return (
    <Facts
      of={[
        ['First Name', profile.firstName],
        ['Last Name', profile.lastName],
        ['Email', profile.email],
        ['Cell Phone', phoneNumber && `${phoneNumber.countryCode} ${phoneNumber.number}`],
        ['Country', address && names.of(address.country)],
        ['State', address?.state],
        ['Address Line 1', address?.addressLine1],
        ['Address Line 2', address?.addressLine2],
        ['City', address?.city],
        ['Zip Code', address?.zipCode],
      ]}
    />
  )
}

function Edited({ profile, onDone }: Omit<TabProps, 'isEditing'>) {
  return (
    <EditForm<Values>
      name="basic"
      initial={valuesOf(profile)}
      firstField="firstName"
      version={profile.version}
      send={save}
      success="Update Success"
      failure={{ title: 'Update Failed', words: 'Unable to update Profile' }}
      onSaved={onDone}
      onCancel={onDone}
    >
      <div className="profile-fields">
        <TextItem name="firstName" label="First Name" field={firstName} autoComplete="given-name" />
        <TextItem name="lastName" label="Last Name" field={lastName} autoComplete="family-name" />
        <PhoneFields form="basic" label="Cell Phone" field={cellPhone} />
        <Form.Item name="country" label="Country" rules={[{ required: true, message: 'Country is required' }]}>
          <Select options={countries} showSearch={{ optionFilterProp: 'label' }} placeholder="Choose a country" />
        </Form.Item>
        <TextItem name="state" label="State" field={state} autoComplete="address-level1" />
        <TextItem name="city" label="City" field={city} autoComplete="address-level2" />
        <TextItem name="addressLine1" label="Address Line 1" field={addressLine} autoComplete="address-line1" />
        <TextItem name="addressLine2" label="Address Line 2" field={addressLine} autoComplete="address-line2" />
        <TextItem name="zipCode" label="Zip Code" field={zipCode} autoComplete="postal-code" />
      </div>
    </EditForm>
  )
}

/** Name, phone and address (PROF-12, PROF-14 to PROF-19). */
export const BasicInformation = ({ profile, isEditing, onDone }: TabProps) =>
  isEditing ? <Edited profile={profile} onDone={onDone} /> : <Known profile={profile} />
