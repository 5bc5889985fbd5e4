import { Button } from 'antd'
import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { cut } from '../../ui/cut.tsx'
import { SecondsLeft } from '../../ui/seconds-left.tsx'
import { focusOnceFree } from '../../ui/use-focus-back.ts'
import { nameMost } from './collection.ts'
import { forgetDeletion, useDeletions } from './deletions.ts'

/**
 * When the time of a strip is over while the focus is on its button, the focus moves to the next button, or to the
 * board.
 */
function useKeysAtStrip() {
  const strip = useRef<HTMLDivElement>(null)
  const isIn = useRef(false)
  useLayoutEffect(() => {
    if (!isIn.current || document.activeElement !== document.body) return
    isIn.current = false
    focusOnceFree(
      () =>
        strip.current?.querySelector('button') ??
        document.querySelector('.board .item-open') ??
        document.querySelector('.board input'),
    )
  })
  return {
    ref: strip,
    onFocus() {
      isIn.current = true
    },
    onBlur: ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target.isConnected) isIn.current = strip.current?.contains(document.activeElement) ?? false
      }),
    leave() {
      isIn.current = false
    },
  }
}

/** Replaces the card of a deleted item: for ten seconds the deletion can be undone; a refusal is shown. */
export function DeletionStrip({ onUndo }: { onUndo: (id: string) => void }) {
  const deletions = useDeletions()
  const { leave, ...keys } = useKeysAtStrip()
  const undo = (id: string) => {
    leave()
    forgetDeletion(id)
    onUndo(id)
  }
  return (
    <div {...keys} className={deletions.length > 0 ? 'deletion-strip' : 'deletion-strip is-empty'}>
      <div role="log" aria-label="Deleted">
        {deletions.map((one) =>
          one.state === 'refused' ? (
            <p key={one.id} className="deletion-refused">
              <span>
                <strong>“{cut(one.name, nameMost)}” wasn’t deleted.</strong> {one.words}
              </span>
              <Button size="small" onClick={() => forgetDeletion(one.id)}>
                Close
              </Button>
            </p>
          ) : (
            <p key={one.id}>
              <span>“{cut(one.name, nameMost)}” deleted</span>
              {one.state === 'waits' && (
                <Button size="small" aria-label={`Undo: ${one.name}`} onClick={() => undo(one.id)}>
                  Undo
                  <SecondsLeft until={one.sendAt} />
                </Button>
              )}
            </p>
          ),
        )}
      </div>
    </div>
  )
}
