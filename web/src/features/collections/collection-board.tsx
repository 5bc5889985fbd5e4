import { Segmented } from 'antd'
import { useState } from 'react'
import { DragArea } from '../../ui/drag-area.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { BoardCard } from './board-card.tsx'
import { BoardColumn } from './board-column.tsx'
import type { Collection, CollectionItem, Marked } from './collection.ts'
import './collections.css'
import { DeletionStrip } from './deletion-strip.tsx'
import { useDeletions } from './deletions.ts'
import { useMoves } from './use-moves.ts'

type Column = 'mine' | 'active'

interface CollectionBoardProps<Item extends CollectionItem> {
  of: Collection<Item>
  /** The item that was just created or moved. */
  marked: Marked | undefined
  onMark: (marked: Marked) => void
  onOpen: (item: Item) => void
}

/**
 * My Collection beside the items in use: cards move from one to the other (K2P-05 to K2P-07). If there is no room for
 * both, one is shown.
 */
export function CollectionBoard<Item extends CollectionItem>({
  of,
  marked,
  onMark,
  onOpen,
}: CollectionBoardProps<Item>) {
  const isNarrow = useMedia('(width < 700px)')
  const [shown, setShown] = useState<Column>('mine')
  const moves = useMoves(of)
  const [takenBack, setTakenBack] = useState<Pick<CollectionItem, 'id'>>()
  const hidden = new Set(useDeletions().flatMap(({ id, state }) => (state === 'refused' ? [] : [id])))
  const titles: Record<Column, string> = { mine: 'My Collection', active: of.activeTitle }
  async function move(item: Item, from: Column) {
    const done = await (from === 'mine' ? moves.activate(item) : moves.putAside(item))
    if (done) onMark({ id: item.id, active: from === 'mine' })
  }
  const column = (type: Column) => (
    <BoardColumn
      key={type}
      of={of}
      type={type}
      title={titles[type]}
      hidden={hidden}
      takenBack={takenBack}
      marked={marked?.active === (type === 'active') ? marked : undefined}
    >
      {(item) => (
        <BoardCard
          id={`${type}:${item.id}`}
          carried={{ item, type }}
          name={of.nameOf(item)}
          nameMost={of.nameMost.card}
          text={of.textOf(item, 'card')}
          isActive={type === 'active'}
          mayDelete={item.editable}
          isBusy={moves.isBusy}
          isBeside={!isNarrow}
          onOpen={() => onOpen(item)}
          onMove={() => void move(item, type)}
          onDelete={() => moves.removeLater(item)}
        />
      )}
    </BoardColumn>
  )
  return (
    <DragArea
      onDrop={(what, where) => {
        const { item, type } = what as { item: Item; type: Column }
        if (type !== where) void move(item, type)
      }}
    >
      {isNarrow && (
        <Segmented<Column>
          block
          className="board-choice"
          aria-label="Which list"
          value={shown}
          options={[
            { value: 'mine', label: titles.mine },
            { value: 'active', label: titles.active },
          ]}
          onChange={setShown}
        />
      )}
      <div className="board">{isNarrow ? column(shown) : [column('mine'), column('active')]}</div>
      <DeletionStrip onUndo={(id) => setTakenBack({ id })} />
    </DragArea>
  )
}
