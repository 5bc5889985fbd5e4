import { useState } from 'react'
import './notices-outside.css'

const words = {
  impossible: 'This browser can’t show desktop notifications here.',
  default: 'Notifications weren’t allowed. Press again and choose Allow when the browser asks.',
  denied:
    'This browser blocks notifications from Dictara. To allow them, press the icon to the left of the address, open the site’s settings, set Notifications to Allow and reload the page.',
} as const

interface Props {
  allowance: NotificationPermission | 'impossible'
  isOn: boolean
  onTurnOn: () => Promise<void>
  onTurnOff: () => void
  /** Used in the bell: shows nothing if there is nothing to choose. */
  isShort?: boolean
}

/** Lets a person turn on notifications outside the window. The browser asks for permission after their press. */
export function NoticesOutside({ allowance, isOn, onTurnOn, onTurnOff, isShort = false }: Props) {
  const [hasAsked, setAsked] = useState(false)
  const mayChoose = allowance === 'granted' || allowance === 'default'
  const isTold = hasAsked || (!isShort && !mayChoose)
  if (isShort && (isOn || (!mayChoose && !isTold))) return null
  return (
    <div className={isShort ? 'outside is-short' : 'outside'}>
      <div>
        <strong>Desktop notifications</strong>
        <p>Shown on this computer while Dictara isn’t in view. They name no patient.</p>
        <output>{isTold && allowance !== 'granted' && words[allowance]}</output>
      </div>
      {mayChoose && (
        <button
          type="button"
          className="outside-choice"
          aria-label={isOn ? 'Turn off desktop notifications' : 'Turn on desktop notifications'}
          onClick={() => (isOn ? onTurnOff() : void onTurnOn().then(() => setAsked(true)))}
        >
          {isOn ? 'Turn off' : 'Turn on'}
        </button>
      )}
    </div>
  )
}
