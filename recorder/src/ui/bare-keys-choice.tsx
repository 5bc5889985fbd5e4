import { chooseBareKeys, useAreBareKeysOn } from './use-bare-keys.ts'

/** Keys by themselves can be switched off, for who speaks to the computer or presses keys unawares (WCAG 2.1.4). */
export function BareKeysChoice() {
  const isOn = useAreBareKeysOn()
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => chooseBareKeys(event.currentTarget.checked)}
      />
      Single-key shortcuts (Space, M, N, P)
    </label>
  )
}
