import type { StoredUser } from '@dictara/contract/identity'
import { useId } from 'react'
import { BareKeysChoice } from '../ui/bare-keys-choice.tsx'
import { BackIcon, MicrophoneIcon, MoonIcon, SettingsIcon, SunIcon } from '../ui/icons.tsx'
import { useTheme } from '@dictara/browser/use-theme'

interface TopBarProps {
  productName: string
  user?: StoredUser | undefined
  onBack?: (() => void) | undefined
}

/** Always shows whose recordings these are; with the theme, and the link back. */
export function TopBar({ productName, user, onBack }: TopBarProps) {
  const { isDark, toggle } = useTheme()
  const settingsId = useId()
  return (
    <header className="top-bar">
      <p className="brand">
        <MicrophoneIcon />
        <span>{productName}</span>
        <span className="brand-part">Recorder</span>
      </p>
      {user ? (
        <p className="whose">
          <span className="visually-hidden">Recording as </span>
          <strong>{user.fullName}</strong>
          <span>{user.clinicName}</span>
        </p>
      ) : null}
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label={isDark ? 'Use the light theme' : 'Use the dark theme'}
        onClick={toggle}
      >
        {isDark ? <SunIcon /> : <MoonIcon />}
      </button>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label="Settings"
        popoverTarget={settingsId}
      >
        <SettingsIcon />
      </button>
      <div id={settingsId} popover="auto" className="settings">
        <BareKeysChoice />
      </div>
      {onBack ? (
        <button type="button" className="button button-quiet" aria-label={`Back to ${productName}`} onClick={onBack}>
          <BackIcon />
          <span className="wide-words">Back to {productName}</span>
        </button>
      ) : null}
    </header>
  )
}
