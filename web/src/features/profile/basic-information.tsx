import { call } from '@dictara/browser/call'
import { addressLine, cellPhone, city, firstName, lastName, state, zipCode } from '@dictara/contract/fields'
import { type Profile, profileCalls } from '@dictara/contract/profile'
import { Form, Select } from 'antd'
import { getCountries } from 'libphonenumber-js/min'
import type { ComponentProps } from 'react'
import { withoutCode } from '../../ui/phone.ts'
import { PhoneFields } from '../../ui/phone-fields.tsx'
import { TextItem } from '../../ui/text-item.tsx'
import { EditForm } from './edit-form.tsx'
import type { TabProps } from './tab-props.ts'
import { keepOfUser } from './profile-queries.ts'

type Address = NonNullable<Profile['address']>

const names = new Intl.DisplayNames(['en'], { type: 'region' })
const countries = getCountries()
  .map((code) => ({ value: code as string, label: names.of(code) ?? code }))
  // Leaves out codes without a country name: islands whose code exists for telephones only.
  .filter(({ value, label }) => value !== label)
  .toSorted((a, b) => Number(b.value === 'US') - Number(a.value === 'US') || a.label.localeCompare(b.label))

const valuesOf = ({ firstName, lastName, phoneNumber, address }: Profile) => ({
  firstName,
  lastName,
  countryCode: phoneNumber?.countryCode ?? '+1',
  phone: phoneNumber?.number ?? '',
  address: { country: undefined, state: '', addressLine1: '', addressLine2: '', city: '', zipCode: '', ...address },
})
type Values = Omit<ReturnType<typeof valuesOf>, 'address'> & {
  address: { [name in keyof Address]: name extends 'country' ? string | undefined : string }
}

const isGiven = (address: Values['address'] | undefined) => Object.values(address ?? {}).some((part) => part?.trim())

/** @param seen the version shown when editing began */
async function save({ firstName, lastName, countryCode, phone, address }: Values, seen: number) {
  const answer = await call(profileCalls.saveBasicDetails, {
    body: {
      firstName,
      lastName,
      phoneNumber: { countryCode, number: withoutCode(phone, countryCode) },
      address: isGiven(address) ? { ...address, country: address.country! } : null,
      version: seen,
    },
  })
  const { fullName, ...kept } = answer.result[0]!
  keepOfUser({ firstName: kept.firstName, lastName: kept.lastName, fullName })
  return answer
}

const linesOf = ({ addressLine1, addressLine2, city, state, zipCode, country }: Address) =>
  [addressLine1, addressLine2, `${city}, ${state} ${zipCode}`, names.of(country)].join('\n')

const Known = ({ profile: { phoneNumber, address, ...profile } }: { profile: Profile }) => (
  <dl className="profile-facts">
    {[
      ['First Name', profile.firstName],
      ['Last Name', profile.lastName],
      ['Email', profile.email],
      ['Cell Phone', phoneNumber && `${phoneNumber.countryCode} ${phoneNumber.number}`],
      ['Address', address && linesOf(address)],
    ].map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? <span className="profile-nothing">Not given</span>}</dd>
      </div>
    ))}
  </dl>
)

/** An address is optional; a started one must be complete (PROF-15 to PROF-19). */
function AddressFields() {
  const isBegun = isGiven(Form.useWatch<Values['address'] | undefined>('address'))
  const part = (name: keyof Address, label: string, field: ComponentProps<typeof TextItem>['field'], auto: string) => (
    <TextItem
      name={['address', name]}
      label={label}
      field={isBegun ? field : { ...field, rules: [] }}
      autoComplete={auto}
    />
  )
  return (
    <fieldset className="profile-address">
      <legend>Address</legend>
      <p>Optional. If you enter one, fill in every field.</p>
      <div className="profile-fields">
        <Form.Item
          name={['address', 'country']}
          label="Country"
          rules={isBegun ? [{ required: true, message: 'Country is required' }] : []}
        >
          <Select
            allowClear
            options={countries}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Choose a country"
          />
        </Form.Item>
        {part('state', 'State', state, 'address-level1')}
        {part('city', 'City', city, 'address-level2')}
        {part('addressLine1', 'Address Line 1', addressLine, 'address-line1')}
        {part('addressLine2', 'Address Line 2', addressLine, 'address-line2')}
        {part('zipCode', 'Zip Code', zipCode, 'postal-code')}
      </div>
    </fieldset>
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
      </div>
      <AddressFields />
    </EditForm>
  )
}

/** Name, phone and address (PROF-12, PROF-14 to PROF-19). */
export const BasicInformation = ({ profile, isEditing, onDone }: TabProps) =>
  isEditing ? <Edited profile={profile} onDone={onDone} /> : <Known profile={profile} />
