/** A key of a page: what it does and its chords, e.g. `Ctrl+Shift+,`. */
export interface PageKey {
  does: string
  chords: readonly string[]
  /** The heading under which the key is listed. */
  group: string
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Physical key codes, independent of Shift and the keyboard layout. */
const codes: Record<string, string> = { ',': 'Comma', '.': 'Period', '/': 'Slash', '\\': 'Backslash', Space: 'Space' }

/** Whether exactly this chord is pressed. */
export function isPressed(chord: string, { key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean {
  const held = chord.split('+')
  const last = held.pop()!
  // A question mark needs Shift on one keyboard, but not on another.
  if (chord === '?') return key === '?' && !ctrlKey && !altKey && !metaKey
  if (metaKey || ctrlKey !== held.includes('Ctrl') || altKey !== held.includes('Alt')) return false
  if (shiftKey !== held.includes('Shift')) return false
  return code === codes[last] || key.toLowerCase() === last.toLowerCase() || code === `Key${last}`
}

const written: Record<string, string> = {
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
}

const modifiers = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'CapsLock']

/** The pressed chord, e.g. `Ctrl+Shift+,`. Undefined if only Ctrl, Alt or Shift is pressed, or if the key cannot be part of a chord. */
export function chordOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined {
  if (modifiers.includes(key) || metaKey || key === 'Dead' || key === 'Unidentified') return undefined
  const byPlace = Object.entries(codes).find(([, place]) => place === code)?.[0]
  const last = byPlace ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key
  if (last === '+' || last === ' ') return undefined
  return [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', last].filter(Boolean).join('+')
}

/** A chord in readable form. */
export const shownChord = (chord: string) => chord.replace(/[A-Z][a-z]+[A-Z][a-z]+/g, (key) => written[key] ?? key)
