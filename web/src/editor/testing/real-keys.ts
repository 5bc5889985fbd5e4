import { cdp } from 'vitest/browser'

/** Keys of the walk as Chromium gets them from a keyboard: `Ctrl+Shift+End`, `PageDown`, a single capital or a blank. */
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

const eventOf = (stroke: string) => {
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

/** Presses keys one after the other without waiting for what they do, as fast fingers press them; settles when all have arrived. */
export const pressKeys = async (...strokes: string[]) => {
  const session = cdp()
  await Promise.all(
    strokes.flatMap((stroke) => {
      const event = eventOf(stroke)
      return [
        session.send('Input.dispatchKeyEvent', { type: 'text' in event ? 'keyDown' : 'rawKeyDown', ...event }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
      ]
    }),
  )
}

/** Until what the keys did is on the screen and told to everybody. */
export const settled = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })

export interface Place {
  readonly block: number
  readonly offset: number
}

/** Text and caret of an editable element, block by block, letters only. */
export interface Standing {
  readonly blocks: readonly string[]
  readonly anchor: Place
  readonly head: Place
}

/** What stands in an editable element of headings and paragraphs, and where the browser has its caret. */
export const standingOf = (root: HTMLElement): Standing => {
  const elements = [...root.querySelectorAll('h2, p')]
  const placeOf = (node: Node | null | undefined, offset: number): Place => {
    const block = elements.findIndex((each) => node && each.contains(node))
    const element = elements[block]
    if (!element || !node) {
      // Between two blocks: before the one that follows.
      const before = node === root ? elements.findIndex((each) => root.childNodes[offset]?.contains(each)) : -1
      return { block: before, offset: 0 }
    }
    const range = document.createRange()
    range.setStart(element, 0)
    range.setEnd(node, offset)
    return { block, offset: range.toString().length }
  }
  const selection = document.getSelection()
  return {
    blocks: elements.map((each) => (each.textContent ?? '').replaceAll('\u00a0', ' ').toUpperCase()),
    anchor: placeOf(selection?.anchorNode, selection?.anchorOffset ?? 0),
    head: placeOf(selection?.focusNode, selection?.focusOffset ?? 0),
  }
}

/** The same random numbers for the same seed. */
export const randomOf = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    oneOf: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T,
  }
}
