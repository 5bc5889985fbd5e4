import { phone } from '@dictara/contract/fields'
import { Form, Input, Select, Space } from 'antd'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { withoutCode } from './phone.ts'

const names = new Intl.DisplayNames(['en'], { type: 'region' })
/** One entry for each calling code, the United States first (PEOP-56). */
const codes = [...Map.groupBy(getCountries(), (country: CountryCode) => getCountryCallingCode(country))]
  .map(([code, countries]) => ({
    value: `+${code}`,
    label: `+${code}`,
    search: countries.map((country) => names.of(country)).join(', '),
  }))
  .toSorted((a, b) => Number(b.value === '+1') - Number(a.value === '+1') || Number(a.value) - Number(b.value))

interface PhoneFieldsProps {
  /** Name of the form. */
  form: string
  label?: string
  field?: typeof phone
}

/** Calling code and number (PEOP-45, PEOP-46). */
export function PhoneFields({ form, label = 'Phone Number', field = phone }: PhoneFieldsProps) {
  return (
    <Form.Item label={label} required htmlFor={`${form}_phone`}>
      <Space.Compact block>
        <Form.Item name="countryCode" noStyle>
          <Select
            aria-label="Country code"
            style={{ width: 110 }}
            options={codes}
            showSearch={{
              filterOption: (text, option) =>
                `${option?.label} ${option?.search}`.toLowerCase().includes(text.toLowerCase()),
            }}
            optionRender={({ data }) => `${data.label} ${data.search}`}
            popupMatchSelectWidth={280}
          />
        </Form.Item>
        <Form.Item
          name="phone"
          noStyle
          dependencies={['countryCode']}
          validateFirst
          // Check the number without its calling code, as it is sent (PEOP-46).
          rules={field.rules.map((rule) => ({ getFieldValue }) => ({
            ...rule,
            ...(rule.transform && {
              transform: (typed?: string) => withoutCode(typed ?? '', getFieldValue('countryCode')),
            }),
          }))}
        >
          <Input type="tel" autoComplete="off" />
        </Form.Item>
      </Space.Compact>
    </Form.Item>
  )
}
