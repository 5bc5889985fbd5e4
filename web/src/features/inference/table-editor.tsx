import type { InferenceColumn, InferenceItem, InferenceRow } from '@dictara/contract/inference'
import { Alert, Button, Modal, Table, Tooltip } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { endOfPeriod } from './dates.ts'
import { Icd10Input } from './icd10-input.tsx'
import { type NumberedRow, rowsShown, useRows } from './use-rows.ts'
import { ValueInput } from './value-input.tsx'

/** The height in pixels at which the rows scroll (INFR-21). */
const scrollHeight = 350

const isEmpty = (cells: InferenceRow, { fieldUIName }: InferenceColumn) => !cells[fieldUIName]?.trim()
const lacks = (cells: InferenceRow, columns: readonly InferenceColumn[]) =>
  columns.some((column) => column.mandatory && isEmpty(cells, column))

interface CellProps {
  column: InferenceColumn
  cells: InferenceRow
  place: number
  onChange: (cells: InferenceRow) => void
}

function Cell({ column, cells, place, onChange }: CellProps) {
  const { fieldUIName: name, fieldUIElement, mandatory, possibleValues } = column
  const end = endOfPeriod(name)
  const isRequired = mandatory && isEmpty(cells, column)
  function change(value: string | undefined) {
    const next = { ...cells, [name]: value ?? '' }
    // The end of a period is set together with its start (INFR-17).
    if (value && end?.is === 'start' && !next[end.other]) next[end.other] = value
    onChange(next)
  }
  const label = `${name}, row ${place + 1}`
  return (
    <>
      {column.codes ? (
        <Icd10Input label={label} value={cells[name] ?? ''} isInvalid={isRequired} onChange={change} />
      ) : (
        <ValueInput
          label={label}
          type={fieldUIElement}
          possibleValues={possibleValues}
          value={cells[name] ? [cells[name]] : []}
          period={end && { is: end.is, otherValue: cells[end.other] }}
          isInvalid={isRequired}
          onChange={([value]) => change(value)}
        />
      )}
      {isRequired && <span className="inference-required">Required field.</span>}
    </>
  )
}

interface TableEditorProps {
  item: InferenceItem
  isBusy: boolean
  onSave: (rows: InferenceRow[]) => void
  onClose: () => void
}

/** The rows of a Dynamic Table, which can be changed, added and removed (INFR-09, INFR-18 to INFR-21). */
export function TableEditor({ item, isBusy, onSave, onClose }: TableEditorProps) {
  useFocusBack()
  const { key, columns } = item
  const { rows, page, setPage, table, adding, isChanged, change, add, remove } = useRows(item)
  const leaving = useLeaveQuestion(() => isChanged, {
    title: 'Leave without saving?',
    content: 'Your changes will be lost.',
  })
  const leave = () => isBusy || leaving(onClose)
  const hasMandatory = columns.some(({ mandatory }) => mandatory)
  const isIncomplete = rows.some(({ cells }) => lacks(cells, columns)) || (item.mandatory && rows.length === 0)
  const save = (
    <Button
      type="primary"
      disabled={isIncomplete}
      loading={isBusy}
      onClick={() => onSave(rows.map(({ cells }) => cells))}
    >
      Save
    </Button>
  )
  return (
    <Modal
      open
      title={key}
      width="min(66rem, 96vw)"
      style={{ top: '4dvh' }}
      onCancel={leave}
      mask={{ closable: false }}
      footer={
        <>
          <Button disabled={isBusy} onClick={leave}>
            Cancel
          </Button>
          {isIncomplete ? (
            <Tooltip title="Mandatory Field" trigger={['hover', 'focus']}>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a disabled button has no tooltip of its own */}
              <span tabIndex={0}>{save}</span>
            </Tooltip>
          ) : (
            save
          )}
        </>
      }
    >
      {hasMandatory && (
        <Alert
          type="warning"
          showIcon
          className="inference-warning"
          title="Mandatory columns are set to their default values if you don’t update them."
        />
      )}
      <Table<NumberedRow>
        ref={table}
        size="small"
        rowKey="id"
        dataSource={[...rows]}
        scroll={{ y: scrollHeight, x: 'max-content' }}
        pagination={{
          pageSize: rowsShown,
          current: page,
          onChange: setPage,
          hideOnSinglePage: true,
          showSizeChanger: false,
        }}
        columns={[
          ...columns.map((column) => ({
            key: column.fieldUIName,
            title: column.mandatory ? `${column.fieldUIName} *` : column.fieldUIName,
            width: 150,
            render: (_: unknown, { id, cells }: NumberedRow) => (
              <Cell
                column={column}
                cells={cells}
                place={rows.findIndex((row) => row.id === id)}
                onChange={(next) => change(id, next)}
              />
            ),
          })),
          {
            key: 'remove',
            // Stays visible however far the columns are scrolled.
            fixed: 'end' as const,
            title: <span className="visually-hidden">Remove</span>,
            width: 56,
            render: (_: unknown, { id }: NumberedRow) => (
              <Button
                type="text"
                className="inference-remove"
                aria-label={`Remove row ${rows.findIndex((row) => row.id === id) + 1}`}
                icon={<Trash2 size={16} aria-hidden />}
                onClick={() => remove(id)}
              />
            ),
          },
        ]}
      />
      <Button ref={adding} type="dashed" block icon={<Plus size={16} aria-hidden />} onClick={add}>
        Add row
      </Button>
    </Modal>
  )
}
