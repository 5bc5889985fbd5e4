import { useEffect, useState } from 'react'

const oftenMs = 50
const mostTries = 20

/** Gives the focus back to where it was before this was shown, unless it has gone elsewhere by itself. */
export function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    function giveBack(tries: number) {
      const now = document.activeElement
      if (now && now !== document.body) {
        // A question that is on its way out holds it for a moment.
        if (now.closest('[role=dialog]') && tries > 0) setTimeout(() => giveBack(tries - 1), oftenMs)
      } else if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
    return () => void setTimeout(() => giveBack(mostTries))
  }, [before])
}
