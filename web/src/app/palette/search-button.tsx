import { useKeys } from '@dictara/browser/use-keys'
import type { StoredUser } from '@dictara/contract/identity'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { arrived } from '../../platform/arrived.ts'
import { isAskedSomething } from '../../ui/is-asked-something.ts'
import type { MenuItem } from '../areas.ts'
import type { Choice } from './choices.ts'
import './search-button.css'

const load = () => import('./palette.tsx')
const Palette = lazy(() => arrived(load()).then(({ Palette: of }) => ({ default: of })))
/** How long to wait before preloading, so that the first page gets what it needs first. */
const idleMs = 3_000

const isAsked = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey

interface SearchButtonProps {
  user: StoredUser
  items: readonly MenuItem[]
  actions: readonly Choice[]
}

/** The search box in the header, also opened by Ctrl+K: jobs of every state, people, pages and actions (Q204). */
export function SearchButton(props: SearchButtonProps) {
  const [isOpen, setOpen] = useState(false)
  // Preload the palette so that letters typed right after Ctrl+K are not lost.
  useEffect(() => {
    const waiting = setTimeout(() => void load().catch(() => undefined), idleMs)
    return () => clearTimeout(waiting)
  }, [])
  // An open question must be answered first: leaving the page would lose what was typed in it. The browser's own search stays shut too.
  useKeys((event) => (isAsked(event) ? () => setOpen(!isOpen && !isAskedSomething()) : undefined))
  return (
    <>
      <button type="button" className="search-button" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        <Search size={16} aria-hidden />
        <span>Search everything</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen &&
        // Rendered outside the header, because an editor has no room for it there.
        createPortal(
          <Suspense fallback={null}>
            <Palette {...props} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
