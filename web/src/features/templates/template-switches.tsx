import { Form } from 'antd'
import { SwitchRow } from '../../ui/switch-row.tsx'

interface SwitchItemProps {
  name: string
  label: string
  about: string
  isFixed: boolean
}

const SwitchItem = ({ name, label, about, isFixed }: SwitchItemProps) => (
  <Form.Item name={name} valuePropName="checked" noStyle>
    <SwitchRow label={label} about={about} {...(isFixed && { disabled: true })} />
  </Form.Item>
)

export const DirectionalFlow = ({ isFixed }: { isFixed: boolean }) => (
  <SwitchItem
    name="templateDrivenFlowEnabled"
    label="Directional Flow"
    about="The recorder guides you through the headings in order."
    isFixed={isFixed}
  />
)

/** The further options of a clinic's template (TMPL-12, TMPL-39). */
export const TemplateSwitches = ({ isFixed, mayActivateForAll }: { isFixed: boolean; mayActivateForAll: boolean }) => (
  <div className="template-switches">
    <SwitchItem
      name="global"
      label="Globally Available"
      about="Others in your clinic can import it."
      isFixed={isFixed}
    />
    {mayActivateForAll && (
      <SwitchItem
        name="exportToOtherAuthors"
        label="Activate for all users"
        about="Adds it to everyone’s Active list and keeps it up to date with yours."
        isFixed={isFixed}
      />
    )}
    <DirectionalFlow isFixed={isFixed} />
    <SwitchItem
      name="keytophraseEnabled"
      label="Key to Phrase"
      about="Lists your active phrases so you can insert them into default text."
      isFixed={isFixed}
    />
  </div>
)
