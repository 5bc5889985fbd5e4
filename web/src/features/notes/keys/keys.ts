import { preferencesNow } from '../../../platform/preferences.ts'
import { isPressed, type PageKey, type Pressed, shownChord } from '../../../ui/keys.ts'

/**
 * All keys of the desk. Handlers, tooltips, `aria-keyshortcuts`, the list of keys, docs/using and tests all read them
 * from here.
 */
export const deskKeys = {
  toggle: {
    does: 'Play or pause; hold to play',
    chords: ['Ctrl+Space', 'F8', 'F4'],
    group: 'Sound',
  },
  back: { does: 'Back', chords: ['Ctrl+,', 'F7'], group: 'Sound' },
  forward: { does: 'Forward', chords: ['Ctrl+.', 'F9'], group: 'Sound' },
  slower: { does: 'Slower', chords: ['Ctrl+Shift+,'], group: 'Sound' },
  faster: { does: 'Faster', chords: ['Ctrl+Shift+.'], group: 'Sound' },
  follow: { does: 'Follow the audio: on or off', chords: ['F10'], group: 'Sound' },
  hear: { does: 'Hear the word at the caret', chords: ['Ctrl+Enter'], group: 'Sound' },
  blank: { does: 'Insert blank', chords: ['F3'], group: 'Text' },
  nextBlank: { does: 'Next blank; Enter asks or answers', chords: ['F2'], group: 'Text' },
  blankBefore: { does: 'Previous blank', chords: ['Shift+F2'], group: 'Text' },
  phrases: {
    does: 'Phrases; / at the start of a word opens them too',
    chords: ['Ctrl+Shift+K'],
    group: 'Text',
  },
  expand: { does: 'Insert the phrase whose key you typed', chords: ['Tab'], group: 'Text' },
  unsure: { does: 'Next unsure word', chords: ['F6'], group: 'Text' },
  unsureBefore: { does: 'Previous unsure word', chords: ['Shift+F6'], group: 'Text' },
  reading: {
    does: 'Next reading of the word at the caret: punctuation, line break or number',
    chords: ['Alt+Enter'],
    group: 'Text',
  },
  change: { does: 'Next change', chords: ['Alt+ArrowDown'], group: 'Text' },
  changeBefore: { does: 'Previous change', chords: ['Alt+ArrowUp'], group: 'Text' },
  comment: { does: 'Comment on the selected words', chords: ['Alt+Shift+C'], group: 'Text' },
  nextComment: { does: 'Next comment', chords: ['Alt+C'], group: 'Text' },
  draft: {
    does: 'Show or clear the rough draft',
    chords: ['Alt+Shift+D'],
    group: 'Text',
  },
  sectionBefore: { does: 'Previous section', chords: ['Alt+PageUp'], group: 'Text' },
  sectionAfter: { does: 'Next section', chords: ['Alt+PageDown'], group: 'Text' },
  moveUp: { does: 'Move section up', chords: ['Alt+Shift+ArrowUp'], group: 'Text' },
  moveDown: { does: 'Move section down', chords: ['Alt+Shift+ArrowDown'], group: 'Text' },
  heading: { does: 'Heading Tool', chords: ['Ctrl+H'], group: 'Text' },
  bold: { does: 'Bold', chords: ['Ctrl+B'], group: 'Text' },
  italic: { does: 'Italic', chords: ['Ctrl+I'], group: 'Text' },
  underline: { does: 'Underline', chords: ['Ctrl+U'], group: 'Text' },
  strike: { does: 'Strike', chords: ['Ctrl+Shift+S'], group: 'Text' },
  undo: { does: 'Undo', chords: ['Ctrl+Z'], group: 'Text' },
  redo: { does: 'Redo', chords: ['Ctrl+Y'], group: 'Text' },
  save: { does: 'Save', chords: ['Ctrl+S'], group: 'Job' },
  print: { does: 'Print the note', chords: ['Ctrl+P'], group: 'Job' },
  finish: { does: 'Complete or approve, then open the next job', chords: ['Ctrl+Shift+Enter'], group: 'Job' },
  giveBack: { does: 'Reject with a comment', chords: ['Alt+Shift+R'], group: 'Job' },
  search: { does: 'Search everything', chords: ['Ctrl+K'], group: 'Page' },
  help: { does: 'All shortcuts', chords: ['Ctrl+/', '?'], group: 'Page' },
  panel: { does: 'Show or hide the panel', chords: ['Ctrl+\\'], group: 'Page' },
  facts: { does: 'Show or hide details', chords: ['Alt+I'], group: 'Page' },
} as const satisfies Record<string, PageKey>

export type DeskKeyName = keyof typeof deskKeys

/** The actions for which a person may define a key of their own besides the usual ones, e.g. for a pedal (Q203). */
export const ownKeyNames = ['toggle', 'back', 'forward', 'slower', 'faster', 'follow', 'finish'] as const
export type OwnKeyName = (typeof ownKeyNames)[number]
type OwnKeys = Readonly<Record<string, string>>

/** All chords of an action. The person's own chord comes last. */
export const chordsOf = (name: DeskKeyName, own: OwnKeys = preferencesNow().keys): readonly string[] => {
  const usual = deskKeys[name].chords
  const mine = (ownKeyNames as readonly string[]).includes(name) ? own[name] : undefined
  return mine ? [...usual, mine] : usual
}

const names = Object.keys(deskKeys) as DeskKeyName[]

/** The keys of the desk with those of the person. */
export const keysWith = (own: OwnKeys) =>
  Object.fromEntries(names.map((name) => [name, { ...deskKeys[name], chords: chordsOf(name, own) }])) as Record<
    DeskKeyName,
    PageKey
  >

/** Chords that the browser or the computer uses, or that type text. */
const othersChords = ['F1', 'F5', 'F11', 'F12', 'Ctrl+F5', 'Alt+F4', 'Ctrl+F4']
/** Letters that the browser uses together with Ctrl. */
const othersLetters = 'ACFLNORTVWXZ'

/** Why the person cannot use this chord; undefined if they can. */
export function whyNotOwn(chord: string, name: OwnKeyName, own: OwnKeys): string | undefined {
  const taken = names.find((one) => one !== name && chordsOf(one, own).includes(chord))
  if (taken) return `${shownChord(chord)} is already used: ${deskKeys[taken].does}.`
  const isFunctionKey = /(^|\+)F\d+$/.test(chord)
  if (!isFunctionKey && !/Ctrl|Alt/.test(chord))
    return 'Plain letters type text. Add Ctrl or Alt, or use a function key.'
  const letter = /^Ctrl\+(Shift\+)?([A-Z])$/.exec(chord)?.[2]
  if (othersChords.includes(chord) || (letter && othersLetters.includes(letter)))
    return `${shownChord(chord)} is used by the browser.`
  return undefined
}

/** Which of these keys is pressed. */
export const pressedOf = <Name extends DeskKeyName>(among: readonly Name[], event: Pressed): Name | undefined =>
  among.find((name) => chordsOf(name).some((chord) => isPressed(chord, event)))

/** The chords of a key in readable form: "Ctrl+Space or F8". */
export const shownKeys = (name: DeskKeyName) => chordsOf(name).map(shownChord).join(' or ')

/** The same for `aria-keyshortcuts`. */
export const ariaKeys = (name: DeskKeyName) =>
  chordsOf(name)
    .map((chord) => chord.replace('Ctrl', 'Control'))
    .join(' ')
