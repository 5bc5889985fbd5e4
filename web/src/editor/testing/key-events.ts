/**
 * Names of the keys that the random walk presses, such as `Ctrl+Shift+End`, `PageDown`, a single capital letter or a
 * space.
 */
const virtualCodes: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
}
const modifierBits: Record<string, number> = { Alt: 1, Ctrl: 2, Shift: 8 }

/** Returns the CDP event that presses a key. */
export const eventOf = (stroke: string) => {
  const parts = stroke === '+' ? [stroke] : stroke.split('+')
  const name = parts.at(-1) ?? ''
  const modifiers = parts.slice(0, -1).reduce((sum, part) => sum + (modifierBits[part] ?? 0), 0)
  const isLetter = name.length === 1
  const isTyped = isLetter && !(modifiers & 2)
  const key = isLetter && modifiers & 2 && !(modifiers & 8) ? name.toLowerCase() : name
  return {
    key,
    code: isLetter ? (name === ' ' ? 'Space' : `Key${name.toUpperCase()}`) : name,
    windowsVirtualKeyCode: virtualCodes[name] ?? name.toUpperCase().charCodeAt(0),
    modifiers: isTyped && /[A-Z]/.test(name) ? modifiers | 8 : modifiers,
    ...(isTyped ? { text: name } : name === 'Enter' && !(modifiers & 2) ? { text: '\r' } : {}),
  }
}
