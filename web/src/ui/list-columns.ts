import type { ListCall } from '@dictara/contract'
import type { CSSProperties, ReactNode } from 'react'
import type { RowOf, SortKeyOf } from './use-list-query.ts'

export interface Column<C extends ListCall> {
  title: string
  render: (row: RowOf<C>) => ReactNode
  /** The contract's name of the column if the list can be sorted by it. */
  sort?: SortKeyOf<C>
  /** The cell names its row. */
  isHeading?: boolean
  /** Relative width, in pixels of a list 1100 px wide; default 120. */
  width?: number
  /** Neither shrinks nor grows; used for buttons. */
  isRigid?: boolean
  /** Shown in the place of the column before it, on the second line. */
  isBelow?: boolean
  /** Shown on a separate line below the others if it has content. */
  isNote?: boolean
  /** When the column is hidden, for want of room or because it adds nothing to see. It is still read aloud. */
  hidden?: 'middle' | 'narrow' | 'always'
  /** Names its cells for style sheets, and their area in a card on a narrow page (list-areas.css). */
  name?: string
}

/** A column and its place in the grid of the rows. */
export interface Placed<C extends ListCall> {
  column: Column<C>
  className: string
  style: CSSProperties
}

const isOut = { wide: ['always'], middle: ['always', 'middle'], narrow: ['always', 'middle', 'narrow'] } as const

/** The grid tracks. They depend only on the columns, so that all rows have the same. */
export function tracksOf<C extends ListCall>(columns: readonly Column<C>[], room: keyof typeof isOut): string {
  const isShown = ({ hidden }: Column<C>) => !hidden || !(isOut[room] as readonly string[]).includes(hidden)
  return columns
    .filter(({ isBelow, isNote }) => !isBelow && !isNote)
    .map((column) => {
      const { width = 120, isRigid } = column
      if (!isShown(column)) return '0'
      return isRigid ? `${width}px` : `minmax(0, ${width}fr)`
    })
    .join(' ')
}

/** The place of each column: a separate track, or the second line of the track before it. */
export function placed<C extends ListCall>(columns: readonly Column<C>[]): Placed<C>[] {
  let track = 0
  return columns.map((column, index) => {
    if (!column.isBelow && !column.isNote) track += 1
    const next = columns[index + 1]
    const isShared = next?.isBelow === true && next.hidden !== 'always'
    const line = column.isBelow ? '2' : isShared ? '1' : '1 / 3'
    const classes = [
      column.name && `list-${column.name}`,
      column.isNote && 'list-note',
      column.isBelow && 'list-below',
      isShared && 'list-above',
      column.hidden && `list-hidden-${column.hidden}`,
    ]
    return {
      column,
      className: classes.filter(Boolean).join(' '),
      style: {
        '--list-track': track,
        '--list-lines': line,
        '--list-area': column.isNote ? 'note' : column.name,
      } as CSSProperties,
    }
  })
}
