import { Input, Radio } from 'antd'
import type { RefObject } from 'react'
import { LinesEditor, type LinesHandle } from '../../editor/lines/lines-editor.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import { HeadingName, type SystemHeadings } from './heading-name.tsx'
import type { HeadingProblems } from './heading-problems.ts'
import { Labelled } from './labelled.tsx'
import type { DraftHeading } from './template-values.ts'

interface HeadingFieldsProps {
  value: DraftHeading
  problems: HeadingProblems
  systemHeadings: SystemHeadings
  isDisabled: boolean
  onChange: (changed: Partial<DraftHeading>) => void
  insertion: RefObject<LinesHandle | null>
}

/** All fields of the open heading (TMPL-09 to TMPL-11, TMPL-14). */
export function HeadingFields({ value, isDisabled, onChange, insertion, ...name }: HeadingFieldsProps) {
  return (
    <div className="heading-fields">
      <HeadingName value={value} isDisabled={isDisabled} onChange={onChange} {...name} />
      <SwitchRow
        label="Required"
        about="The note counts as unfinished while this is empty."
        checked={value.required}
        disabled={isDisabled}
        onChange={(required) => onChange({ required })}
      />
      <Labelled label="Tooltip text">
        {(field) => (
          <Input.TextArea
            {...field}
            rows={4}
            maxLength={2000}
            placeholder="What belongs here, in a sentence. The recorder shows it during this heading."
            disabled={isDisabled}
            value={value.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label="Default text">
        {({ id }) => (
          <LinesEditor
            ref={insertion}
            id={id}
            label="Default text"
            value={value.defaultValue}
            isReadOnly={isDisabled}
            onChange={(defaultValue) => onChange({ defaultValue })}
          />
        )}
      </Labelled>
      <Labelled label="What is dictated">
        {({ id }) => (
          <Radio.Group
            id={id}
            aria-label="What is dictated"
            disabled={isDisabled}
            value={value.appendToDefault}
            onChange={(event) => onChange({ appendToDefault: event.target.value as boolean })}
            options={[
              { value: false, label: 'replaces the default text' },
              { value: true, label: 'is appended to the default text' },
            ]}
          />
        )}
      </Labelled>
    </div>
  )
}
