import type { InferenceItem, InferenceValue, SectionInference } from '@dictara/contract/inference'
import { Button, Flex, Tooltip } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { endOfPeriod } from './dates.ts'
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
  /** The section of the field: the other end of a period is there. */
  section: SectionInference
  isBusy: boolean
  /** Gets the focus when this closes. */
  openedBy: RefObject<HTMLElement | null>
  onSave: (values: { key: string; value: InferenceValue }[]) => void
  onCancel: () => void
}

/** Changes the value of a field that is no table (INFR-16, INFR-17, INFR-19). Its control has the focus at once. */
export function FieldEditor({ item, section, isBusy, openedBy, onSave, onCancel }: FieldEditorProps) {
  const { key, type, possibleValues } = item
  const box = useRef<HTMLDivElement>(null)
  useFocusBack(openedBy)
  useEffect(() => {
    const inputs = [...box.current!.querySelectorAll<HTMLElement>('input, [role=switch]')]
    ;(inputs.find((input) => input.matches(':checked')) ?? inputs[0])?.focus()
  }, [])
  const [value, setValue] = useState<string[]>(() => textsOf(item.value))
  const end = endOfPeriod(key)
  const other = end && section.items.find((one) => one.key === end.other)
  const otherValue = other && textsOf(other.value)[0]
  const isEmptyMandatory = isMissing(item, value)
  const isSavedByEnter = type === 'Text Box' && !isEmptyMandatory && !isBusy
  function save() {
    const own = { key, value }
    const fills = end?.is === 'start' && other && !otherValue && value.length > 0
    onSave(fills ? [own, { key: other.key, value }] : [own])
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
        onChange={setValue}
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
