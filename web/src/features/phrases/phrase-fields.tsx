import { isManager } from '@dictara/contract/roles'
import { Checkbox, Form, Switch } from 'antd'
import { useUser } from '../../platform/use-user.ts'
import { KeyAndPhrase } from './key-and-phrase.tsx'
import { useDynamicCategories } from './phrase-queries.ts'
import type { PhraseValues } from './phrase-values.ts'
import { TemplateTree } from './template-tree.tsx'

/** The fields of a key and its phrase (K2P-09 to K2P-15). */
export function PhraseFields({ isReadOnly }: { isReadOnly: boolean }) {
  const form = Form.useFormInstance<PhraseValues>()
  const user = useUser()
  const isRestricted = Form.useWatch('restrictedToTemplates', form) ?? form.getFieldValue('restrictedToTemplates')
  return (
    <>
      <KeyAndPhrase
        useCategories={useDynamicCategories}
        isReadOnly={isReadOnly}
        beside={
          <Form.Item name="global" label="Globally Available" valuePropName="checked">
            <Switch disabled={isReadOnly} />
          </Form.Item>
        }
      />
      <Form.Item name="restrictedToTemplates" valuePropName="checked" noStyle>
        <Checkbox disabled={isReadOnly}>Restrict to selected Templates</Checkbox>
      </Form.Item>
      {isRestricted && (
        <Form.Item name="templateMapping" className="phrase-templates">
          <TemplateTree isReadOnly={isReadOnly} />
        </Form.Item>
      )}
      {!isReadOnly && user && isManager(user) && (
        <div>
          <Form.Item name="exportToOtherAuthors" valuePropName="checked" noStyle>
            <Checkbox>Activate for all users</Checkbox>
          </Form.Item>
        </div>
      )}
    </>
  )
}
