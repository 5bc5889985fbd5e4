import { useState } from 'react'
import { usePreferences } from '../../../platform/preferences.ts'
import { useMedia } from '../../../ui/use-media.ts'

/** Whether the facts are folded. The choice is stored, except on a phone, where they start folded. */
export function useDeskFacts() {
  const isNarrow = useMedia('(width < 700px)')
  const [{ factsFolded }, change] = usePreferences()
  const [isShownNarrow, setShownNarrow] = useState(false)
  const isFolded = isNarrow ? !isShownNarrow : factsFolded
  const fold = (folded: boolean) => (isNarrow ? setShownNarrow(!folded) : change({ factsFolded: folded }))
  return { isFolded, fold }
}

/** The open tab of the panel. Without room beside the note, the panel is a sheet above it, and the choice is not stored. */
export function useDeskPanel(first: string) {
  const isWide = useMedia('(min-width: 1024px)')
  const [preferences, change] = usePreferences()
  const [tab, setTab] = useState(preferences.panel === 'outline' ? first : (preferences.panel ?? first))
  const [isSheet, setSheet] = useState(false)
  const isOpen = isWide ? preferences.panel !== null : isSheet
  const set = (open: boolean, chosen = tab) => {
    if (isWide) change({ panel: open ? chosen : null })
    else setSheet(open)
    setTab(chosen)
  }
  return {
    tab,
    isOpen,
    isSheet: isOpen && !isWide,
    choose: (chosen: string) => set(true, chosen),
    /** Opens or folds the panel. Given a tab, opens that tab, or folds the panel if the tab is shown. */
    toggle: (chosen = tab) => set(!(isOpen && chosen === tab), chosen),
    fold: () => set(false),
  }
}
