import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { cut } from '../../ui/cut.tsx'

interface ImportCardProps {
  name: string
  nameMost: number
  /** Null: an item of the dictionary. */
  author: string | null
  text: ReactNode
  isTicked: boolean
  isShown: boolean
  onTick: (isTicked: boolean) => void
  onShow: () => void
}

/** An item offered by somebody else: ticked to be copied, clicked to be read in full (K2P-18). */
export const ImportCard = ({ name, nameMost, author, text, isTicked, isShown, ...on }: ImportCardProps) => (
  <div className={isShown ? 'item-card is-shown' : 'item-card'}>
    <Checkbox
      className="import-tick"
      aria-label={`Select ${name}`}
      checked={isTicked}
      onChange={(event) => on.onTick(event.target.checked)}
    />
    <button type="button" className="item-open" aria-pressed={isShown} onClick={on.onShow}>
      <strong title={name.length > nameMost ? name : undefined}>{cut(name, nameMost)}</strong>
      <span className="item-by">By: {author ?? 'Dictionary'}</span>
      <span className="item-text">{text}</span>
    </button>
  </div>
)
