import type { PageKey } from './keys.ts'

/** The keys of a list. Handlers, the key list, docs/using and tests all read them from here. */
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

/** The keys of a list with or without a preview of its rows. */
export const keysOfList = (hasPeek: boolean) => (hasPeek ? { ...withoutPeek, peek } : withoutPeek)

export type ListKeyName = keyof typeof listKeys
const names = Object.keys(listKeys) as ListKeyName[]

/** The name of a list key for a key event, independent of Shift and the keyboard layout. */
export function listKeyOf({ key }: KeyboardEvent): ListKeyName | undefined {
  const pressed = key === ' ' ? 'Space' : key
  return names.find((name) => (listKeys[name].chords as readonly string[]).includes(pressed))
}
