import type { InferenceItem, InferenceValue, SectionInference } from '@dictara/contract/inference'
import { Button, Flex, Tooltip } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { endOfPeriod } from './dates.ts'
import type { FieldDraft } from './use-field-drafts.ts'
import { ValueInput } from './value-input.tsx'
import { isMissing } from './words-of-row.ts'

const textsOf = (value: InferenceValue): string[] => value.filter((one) => typeof one === 'string')

/** Whether a calendar or a list of choices is open. Escape closes that first. */
const isListOpen = () =>
  document.querySelector(
    '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden), .ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  ) !== null

interface FieldEditorProps {
  item: InferenceItem
  /** The section of the field, which also contains the other end of a period. */
  section: SectionInference
  /** The value that was entered before the panel was folded. */
  draft: FieldDraft | undefined
  isBusy: boolean
  /** The element that gets the focus when this closes. */
  openedBy: RefObject<HTMLElement | null>
  /** The value that Save would save now. Undefined if nothing differs, or if it could not be saved. */
  onChange: (values: FieldDraft['values'] | undefined) => void
  onSave: (values: FieldDraft['values']) => void
  onCancel: () => void
}

/** Edits the value of a field that is not a table (INFR-16, INFR-17, INFR-19). Its control has the focus at once. */
export function FieldEditor({ item, section, draft, isBusy, openedBy, ...tells }: FieldEditorProps) {
  const { onChange, onSave, onCancel } = tells
  const { key, type, possibleValues } = item
  const box = useRef<HTMLDivElement>(null)
  useFocusBack(openedBy)
  useEffect(() => {
    const inputs = [...box.current!.querySelectorAll<HTMLElement>('input, [role=switch]')]
    ;(inputs.find((input) => input.matches(':checked')) ?? inputs[0])?.focus()
  }, [])
  const [value, setValue] = useState<string[]>(() => textsOf(draft?.values[0]?.value ?? item.value))
  const end = endOfPeriod(key)
  const other = end && section.items.find((one) => one.key === end.other)
  const otherValue = other && textsOf(other.value)[0]
  const isEmptyMandatory = isMissing(item, value)
  const isSavedByEnter = type === 'Text Box' && !isEmptyMandatory && !isBusy
  function valuesOf(own: string[]): FieldDraft['values'] {
    const fills = end?.is === 'start' && other && !otherValue && own.length > 0
    return fills
      ? [
          { key, value: own },
          { key: other.key, value: own },
        ]
      : [{ key, value: own }]
  }
  const save = () => onSave(valuesOf(value))
  function change(next: string[]) {
    setValue(next)
    const isSame = JSON.stringify(next) === JSON.stringify(textsOf(item.value))
    onChange(isSame || isMissing(item, next) ? undefined : valuesOf(next))
  }
  const button = (
    <Button size="small" type="primary" disabled={isEmptyMandatory} loading={isBusy} onClick={save}>
      Save
    </Button>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape in its control cancels, and does not close the panel
    <div
      ref={box}
      className="inference-editor"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement && isSavedByEnter) save()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (!isListOpen()) onCancel()
      }}
    >
      <ValueInput
        label={key}
        type={type}
        possibleValues={possibleValues}
        value={value}
        period={end && { is: end.is, otherValue }}
        onChange={change}
      />
      <Flex gap="small">
        {isEmptyMandatory ? (
          <Tooltip title="Mandatory Field" trigger={['hover', 'focus']}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a disabled button has no tooltip of its own */}
            <span tabIndex={0}>{button}</span>
          </Tooltip>
        ) : (
          button
        )}
        <Button size="small" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </div>
  )
}
