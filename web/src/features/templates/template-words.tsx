import { templateDescription, templateName } from '@dictara/contract/templates'
import { Form, Input } from 'antd'

/** Name and description; their problems are shown when they are sent (TMPL-28 to TMPL-32). */
export const TemplateWordFields = ({ isFixed }: { isFixed: boolean }) => (
  <>
    <Form.Item
      name="templateName"
      label="Template Name"
      required
      rules={templateName.rules}
      validateFirst
      validateTrigger="onSubmit"
    >
      <Input autoComplete="off" disabled={isFixed} />
    </Form.Item>
    <Form.Item
      name="templateDescription"
      label="Description"
      required
      rules={templateDescription.rules}
      validateFirst
      validateTrigger="onSubmit"
    >
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} disabled={isFixed} />
    </Form.Item>
  </>
)
