import { chooseBareKeys, useAreBareKeysOn } from './use-bare-keys.ts'

/** Switches off keys without modifiers, for people who use speech input or press keys by accident (WCAG 2.1.4). */
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
