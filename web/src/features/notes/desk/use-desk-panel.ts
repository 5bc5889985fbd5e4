import { useState } from 'react'
import { usePreferences } from '../../../platform/preferences.ts'
import { useMedia } from '../../../ui/use-media.ts'

/** Whether the facts are folded, which is remembered; on a phone they are at first, and nobody remembers. */
export function useDeskFacts() {
  const isNarrow = useMedia('(width < 700px)')
  const [{ factsFolded }, change] = usePreferences()
  const [isShownNarrow, setShownNarrow] = useState(false)
  const isFolded = isNarrow ? !isShownNarrow : factsFolded
  const fold = (folded: boolean) => (isNarrow ? setShownNarrow(!folded) : change({ factsFolded: folded }))
  return { isFolded, fold }
}

/** Which tab of the panel is open; where there is no room beside the note it is a sheet above it, which nobody remembers. */
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
    /** Opens or folds it; of a tab: opens this one, or folds it when it is shown. */
    toggle: (chosen = tab) => set(!(isOpen && chosen === tab), chosen),
    fold: () => set(false),
  }
}
