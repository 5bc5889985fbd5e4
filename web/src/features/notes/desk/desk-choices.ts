import type { DeskChoice, DeskSetting } from './desk-menu.tsx'

interface Does extends Record<'facts' | 'panel' | 'follow' | 'next' | 'help', () => void> {
  step: (seconds: number) => void
  /** Nothing: the note is only read. */
  template: (() => void) | undefined
}

interface Now {
  facts: { isFolded: boolean }
  panel: { isOpen: boolean }
  follow: boolean
  autoNext: boolean
  /** Seconds. */
  step: number
}

const steps = [1, 2, 3, 4, 5]

/** What the menu of the desk offers, each called by what it would do now. */
export const deskChoices = (
  does: Does,
  { facts, panel, follow, autoNext, step }: Now,
): (DeskChoice | DeskSetting)[] => [
  { key: 'facts', label: facts.isFolded ? 'Show the facts' : 'Fold the facts', keys: 'facts', use: does.facts },
  { key: 'panel', label: panel.isOpen ? 'Fold the panel' : 'Show the panel', keys: 'panel', use: does.panel },
  {
    key: 'follow',
    label: follow ? 'Let the sound go by itself' : 'Let text and sound go together',
    keys: 'follow',
    use: does.follow,
  },
  {
    key: 'next',
    label: autoNext ? 'Do not open the next job when I finish' : 'Open the next job when I finish',
    use: does.next,
  },
  {
    key: 'step',
    label: `Back and forward by ${step} s`,
    choices: steps.map((seconds) => ({
      key: `step-${seconds}`,
      label: `${seconds} s`,
      isChosen: seconds === step,
      use: () => does.step(seconds),
    })),
  },
  ...(does.template ? [{ key: 'template', label: 'Change template …', use: does.template }] : []),
  { key: 'keys', label: 'Keys', keys: 'help', use: does.help },
]
