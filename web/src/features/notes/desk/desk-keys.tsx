import { Button } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import { usePreferences } from '../../../platform/preferences.ts'
import { chordOf, shownChord } from '../../../ui/keys.ts'
import { KeysDialog } from '../../../ui/keys-dialog.tsx'
import { deskKeys, keysWith, type OwnKeyName, ownKeyNames, whyNotOwn } from '../keys/keys.ts'

/** All keys of the desk, including those that a person may reassign (Q203). */
export function DeskKeys({ onClose }: { onClose: () => void }) {
  const [{ keys }] = usePreferences()
  return (
    <KeysDialog keys={keysWith(keys)} onClose={onClose}>
      <OwnKeys />
    </KeysDialog>
  )
}

function OwnKeys() {
  const [{ keys: own }, change] = usePreferences()
  const [asked, setAsked] = useState<OwnKeyName>()
  const [told, setTold] = useState('')
  const id = useId()
  function lay(name: OwnKeyName, chord: string | undefined) {
    const { [name]: _, ...others } = own
    change({ keys: chord ? { ...others, [name]: chord } : others })
    setAsked(undefined)
    setTold(
      chord ? `${shownChord(chord)}: ${deskKeys[name].does}.` : `${deskKeys[name].does}: no shortcut of your own.`,
    )
  }
  /** The pressed key becomes the person's own key and does nothing else now. */
  function hear(event: KeyboardEvent, name: OwnKeyName) {
    if (asked !== name || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setAsked(undefined)
    if (event.key === 'Delete' || event.key === 'Backspace') return lay(name, undefined)
    const chord = chordOf(event.nativeEvent)
    if (!chord || event.repeat) return undefined
    const why = whyNotOwn(chord, name, own)
    return why ? setTold(why) : lay(name, chord)
  }
  return (
    <section aria-label="Your own shortcuts" className="own-keys">
      <h3>Your own shortcuts</h3>
      <p>
        Add your own shortcuts, for example for a foot pedal. Click, press the key; Delete removes it. They work on all
        your devices.
      </p>
      <ul>
        {ownKeyNames.map((name) => (
          <li key={name}>
            <span id={`${id}-${name}`}>{deskKeys[name].does}</span>
            <Button
              size="small"
              id={`${id}-${name}-key`}
              aria-labelledby={`${id}-${name} ${id}-${name}-key`}
              onClick={() => setAsked(name)}
              onBlur={() => setAsked(undefined)}
              onKeyDown={(event) => hear(event, name)}
            >
              {asked === name ? 'Press a key' : own[name] ? shownChord(own[name]) : 'None'}
            </Button>
          </li>
        ))}
      </ul>
      <output>{told}</output>
    </section>
  )
}
