import type { DeskChoice, DeskSetting } from './desk-menu.tsx'

interface Does extends Record<'facts' | 'panel' | 'follow' | 'next' | 'help', () => void> {
  step: (seconds: number) => void
  /** Absent if the note is read-only. */
  template: (() => void) | undefined
}

interface Now {
  facts: { isFolded: boolean }
  panel: { isOpen: boolean }
  follow: boolean
  autoNext: boolean
  /** In seconds. */
  step: number
}

const steps = [1, 2, 3, 4, 5]

/** The entries of the desk's menu, each labelled with what it would do now. */
export const deskChoices = (
  does: Does,
  { facts, panel, follow, autoNext, step }: Now,
): (DeskChoice | DeskSetting)[] => [
  { key: 'facts', label: facts.isFolded ? 'Show details' : 'Hide details', keys: 'facts', use: does.facts },
  { key: 'panel', label: panel.isOpen ? 'Hide panel' : 'Show panel', keys: 'panel', use: does.panel },
  {
    key: 'follow',
    label: follow ? 'Don’t follow the audio' : 'Follow the audio',
    keys: 'follow',
    use: does.follow,
  },
  {
    key: 'next',
    label: autoNext ? 'Stop after finishing a job' : 'Open the next job after finishing one',
    use: does.next,
  },
  {
    key: 'step',
    label: `Skip ${step} s back and forward`,
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
