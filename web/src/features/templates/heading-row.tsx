import { nameOfItem } from '@dictara/contract/collection'
import { Button, Popconfirm } from 'antd'
import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { DraftHeading } from './template-values.ts'

interface HeadingRowProps {
  heading: DraftHeading
  handle: ReactNode
  isOpen: boolean
  isWrong: boolean
  isFixed: boolean
  onOpen: (key: string | null) => void
  onDelete: (key: string) => void
  /** Its fields, while it is open. */
  children: ReactNode
}

/** A heading in the list: moved by its handle, opened by its name, deleted by the bin (TMPL-22, TMPL-23). */
export function HeadingRow({ heading, handle, isOpen, isWrong, isFixed, ...props }: HeadingRowProps) {
  const fields = useId()
  const { key, customUIHeading, systemHeading, required } = heading
  const name = customUIHeading.trim() || 'Heading without a name'
  return (
    <div className={isOpen ? 'heading-row heading-open' : 'heading-row'}>
      <div className="heading-head">
        {handle}
        <button
          type="button"
          className="heading-toggle"
          data-heading={key}
          aria-expanded={isOpen}
          aria-controls={isOpen ? fields : undefined}
          onClick={() => props.onOpen(isOpen ? null : key)}
        >
          {isOpen ? <ChevronDown size={18} aria-hidden /> : <ChevronRight size={18} aria-hidden />}
          <span className="heading-title">
            <bdi>{name}</bdi>
            {nameOfItem(systemHeading) !== nameOfItem(name) && <span className="heading-system">{systemHeading}</span>}
            {required && <span className="heading-mark">Required</span>}
            {isWrong && <span className="heading-wrong">Not complete</span>}
          </span>
        </button>
        {!isFixed && (
          <Popconfirm
            title="Delete Heading"
            okText="Yes"
            cancelText="No"
            okButtonProps={{ danger: true }}
            // Inside its row, so that screen readers and Tab reach it before the next row.
            getPopupContainer={(button) => button.parentElement!}
            onConfirm={() => props.onDelete(key)}
          >
            <Button type="text" icon={<Trash2 size={16} aria-hidden />} aria-label={`Delete ${name}`} />
          </Popconfirm>
        )}
      </div>
      {isOpen && <div id={fields}>{props.children}</div>}
    </div>
  )
}
