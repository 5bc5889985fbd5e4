import type { PageKey } from './keys.ts'

/** The keys of a list: handlers, the list of the keys, docs/using and tests are read off them. */
export const listKeys = {
  below: { does: 'Next row', chords: ['ArrowDown', 'j'], group: 'List' },
  above: { does: 'Previous row', chords: ['ArrowUp', 'k'], group: 'List' },
  open: { does: 'Open', chords: ['Enter'], group: 'List' },
  peek: { does: 'Preview', chords: ['Space'], group: 'List' },
  search: { does: 'Search the list', chords: ['/'], group: 'Page' },
  leave: { does: 'Leave the list', chords: ['Escape'], group: 'Page' },
  everywhere: { does: 'Search everything', chords: ['Ctrl+K'], group: 'Page' },
  help: { does: 'All shortcuts', chords: ['?'], group: 'Page' },
} as const satisfies Record<string, PageKey>

const { peek, ...withoutPeek } = listKeys

/** Those of a list whose rows may be looked at, or may not. */
export const keysOfList = (hasPeek: boolean) => (hasPeek ? { ...withoutPeek, peek } : withoutPeek)

export type ListKeyName = keyof typeof listKeys
const names = Object.keys(listKeys) as ListKeyName[]

/** Which of them a key is, wherever Shift and the layout have its sign. */
export function listKeyOf({ key }: KeyboardEvent): ListKeyName | undefined {
  const pressed = key === ' ' ? 'Space' : key
  return names.find((name) => (listKeys[name].chords as readonly string[]).includes(pressed))
}
