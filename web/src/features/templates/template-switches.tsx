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
    about="The recorder leads through the headings in their order."
    isFixed={isFixed}
  />
)

/** What a clinic's template does besides (TMPL-12, TMPL-39). */
export const TemplateSwitches = ({ isFixed, mayActivateForAll }: { isFixed: boolean; mayActivateForAll: boolean }) => (
  <div className="template-switches">
    <SwitchItem
      name="global"
      label="Globally Available"
      about="Others in the clinic find it in their import list."
      isFixed={isFixed}
    />
    {mayActivateForAll && (
      <SwitchItem
        name="exportToOtherAuthors"
        label="Activate for all users"
        about="Every author in the clinic has it in their Active list, always as you keep it."
        isFixed={isFixed}
      />
    )}
    <DirectionalFlow isFixed={isFixed} />
    <SwitchItem
      name="keytophraseEnabled"
      label="Key to Phrase"
      about="Lists your active keys, so that you can put their phrases into default texts."
      isFixed={isFixed}
    />
  </div>
)
