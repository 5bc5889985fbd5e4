import type { DictionaryTemplate } from '@dictara/contract/dictionary'
import { Button, Flex } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { InlineText } from '../../editor/inline-text.tsx'

interface TemplateDetailProps {
  template: DictionaryTemplate
  isBusy: boolean
  onEdit: () => void
  onDelete: () => void
}

/** Shows the selected template, with edit and delete (DICT-15 to DICT-17). */
export function TemplateDetail({ template, isBusy, onEdit, onDelete }: TemplateDetailProps) {
  const heading = useId()
  const { templateName, templateDescription, templateDrivenFlowEnabled, sectionHeadings, editable } = template
  return (
    <section className="dictionary-template" aria-labelledby={heading}>
      <div className="dictionary-template-head">
        <h2 id={heading} dir="auto">
          {templateName}
        </h2>
        {editable && (
          <Flex gap="small">
            <Button icon={<Pencil size={16} aria-hidden />} disabled={isBusy} onClick={onEdit}>
              Edit
            </Button>
            <Button danger icon={<Trash2 size={16} aria-hidden />} disabled={isBusy} onClick={onDelete}>
              Delete
            </Button>
          </Flex>
        )}
      </div>
      <p className="dictionary-about" dir="auto">
        {templateDescription || <span className="dictionary-nothing">No template description</span>}
      </p>
      <p>Directional Flow: {templateDrivenFlowEnabled ? 'On' : 'Off'}</p>
      <ol className="dictionary-headings" aria-label="Headings">
        {sectionHeadings.map((one) => (
          <li key={one.id}>
            <h3 dir="auto">{one.customUIHeading}</h3>
            <p className="dictionary-nothing">
              System section: {one.systemHeading}. Required: {one.required ? 'On' : 'Off'}
            </p>
            <p dir="auto">{one.description || <span className="dictionary-nothing">No description found</span>}</p>
            {one.defaultValue && (
              <section className="dictionary-default" aria-label={`Default value: ${one.customUIHeading}`}>
                {one.defaultValue.split('\n').map((line, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- lines of one text
                  <p key={index}>
                    <InlineText value={line} />
                  </p>
                ))}
              </section>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
