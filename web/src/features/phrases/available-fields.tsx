import type { DynamicCategory } from '@dictara/contract/phrases'
import { Button } from 'antd'
import './phrases.css'

interface AvailableFieldsProps {
  category: DynamicCategory | undefined
  isReadOnly: boolean
  onInsert: (letters: string) => void
}

/** The fields of a category: dragged into the phrase, or inserted at the caret by a click or Enter. */
export const AvailableFields = ({ category, isReadOnly, onInsert }: AvailableFieldsProps) => (
  <fieldset className="phrase-fields" aria-label="Available fields">
    {category?.avilableFields.map((field) => (
      <Button
        key={field}
        size="small"
        disabled={isReadOnly}
        draggable={!isReadOnly}
        title="Drag into the phrase, or click"
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', `{{${field}}}`)
          event.dataTransfer.effectAllowed = 'copy'
        }}
        onClick={() => onInsert(`{{${field}}}`)}
      >
        {field}
      </Button>
    ))}
  </fieldset>
)
