import { useState } from 'react'
import './notices-outside.css'

const words = {
  impossible: 'This browser cannot show notifications outside its window here.',
  default: 'Nothing was allowed. Press again, and choose Allow where the browser asks.',
  denied:
    'This browser blocks the notifications of Dictara. To allow them, press the sign to the left of the address at the top of the browser, open the settings of this site, set Notifications to Allow, and load the page again.',
} as const

interface Props {
  allowance: NotificationPermission | 'impossible'
  isOn: boolean
  onTurnOn: () => Promise<void>
  onTurnOff: () => void
  /** In the bell: nothing where there is nothing to choose. */
  isShort?: boolean
}

/** Lets a person have Dictara tell them outside its window. The browser asks them at their press. */
export function NoticesOutside({ allowance, isOn, onTurnOn, onTurnOff, isShort = false }: Props) {
  const [hasAsked, setAsked] = useState(false)
  const mayChoose = allowance === 'granted' || allowance === 'default'
  const isTold = hasAsked || (!isShort && !mayChoose)
  if (isShort && (isOn || (!mayChoose && !isTold))) return null
  return (
    <div className={isShort ? 'outside is-short' : 'outside'}>
      <div>
        <strong>Outside the window</strong>
        <p>While no page of Dictara is in sight, this computer tells you. It names no patient.</p>
        <output>{isTold && allowance !== 'granted' && words[allowance]}</output>
      </div>
      {mayChoose && (
        <button
          type="button"
          className="outside-choice"
          aria-label={isOn ? 'Turn off outside the window' : 'Turn on outside the window'}
          onClick={() => (isOn ? onTurnOff() : void onTurnOn().then(() => setAsked(true)))}
        >
          {isOn ? 'Turn off' : 'Turn on'}
        </button>
      )}
    </div>
  )
}
