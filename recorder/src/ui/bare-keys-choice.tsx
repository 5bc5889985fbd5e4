import { useState } from 'react'
import { areBareKeysOn, chooseBareKeys } from './use-bare-keys.ts'

/** Keys by themselves can be switched off, for who speaks to the computer or presses keys unawares (WCAG 2.1.4). */
export function BareKeysChoice() {
  const [isOn, setOn] = useState(areBareKeysOn)
  return (
    <label className="switch hint">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => {
          chooseBareKeys(event.currentTarget.checked)
          setOn(event.currentTarget.checked)
        }}
      />
      Space and M without Alt
    </label>
  )
}
