import { Form, Switch } from 'antd'

export interface SettingWords {
  label: string
  about: string
}

/** A setting that is on or off: shown, or, with the name of its field, a switch. */
export function Setting({ label, about, isOn, name }: SettingWords & { isOn?: boolean; name?: string }) {
  return (
    <li>
      <div>
        <strong>{label}</strong>
        <p id={name && `${name}-about`}>{about}</p>
      </div>
      {name ? (
        <Form.Item name={name} valuePropName="checked" noStyle>
          <Switch aria-label={label} aria-describedby={`${name}-about`} />
        </Form.Item>
      ) : (
        <span>{isOn ? 'On' : 'Off'}</span>
      )}
    </li>
  )
}
