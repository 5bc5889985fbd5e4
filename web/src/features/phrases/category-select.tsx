import { QuerySelect } from '../../ui/query-select.tsx'
import { useQuestion } from '../../ui/use-question.ts'
import type { useDynamicCategories } from './phrase-queries.ts'

interface CategorySelectProps {
  of: ReturnType<typeof useDynamicCategories>
  id?: string
  value?: string | null
  onChange?: (value: string) => void
  /** The phrase has fields of the current category. */
  hasFields: boolean
  onRemoveFields: () => void
  isReadOnly: boolean
}

/** Changing the category removes the earlier one's fields from the phrase, after a question (K2P-43). */
export function CategorySelect({
  of,
  value,
  onChange,
  hasFields,
  onRemoveFields,
  isReadOnly,
  ...aria
}: CategorySelectProps) {
  const ask = useQuestion()
  const choose = (next: string) => {
    if (next === value) return
    if (!value || !hasFields) return onChange?.(next)
    ask({
      title: 'Do you really want to change Dynamic Category ?',
      content: 'All the dynamic tags associated with it will be removed.',
      onOk() {
        onRemoveFields()
        onChange?.(next)
      },
    })
  }
  return (
    <QuerySelect
      {...aria}
      of={of}
      value={value ?? null}
      disabled={isReadOnly}
      placeholder="Select dynamic category"
      failed="Couldn’t load the dynamic categories"
      options={(categories = []) =>
        categories.map(({ fieldUiName, fieldUiValue }) => ({ value: fieldUiValue, label: fieldUiName }))
      }
      onChange={choose}
    />
  )
}
