import { stages as looks } from '@dictara/browser/stages'
import type { Filter } from '../../ui/filter-chips.tsx'

/** The stages by which the list of all jobs can be filtered, as used in its address. */
const stages = {
  'to-type': { name: looks.toType.word, state: 'AVAILABLE', level: '' },
  typing: { name: looks.typing.word, state: 'IN_PROGRESS', level: '' },
  'review-1': { name: looks.review1.word, state: 'READY,IN_REVIEW', level: 'LEVEL_1' },
  'review-2': { name: looks.review2.word, state: 'READY,IN_REVIEW', level: 'LEVEL_2' },
} as const
export type StageToShow = keyof typeof stages

/** The address of the list of all jobs, filtered by one stage. */
export function jobsOfStage(stage: StageToShow): string {
  const { state, level } = stages[stage]
  return String(new URLSearchParams({ state, ...(level && { level }) }))
}

/** The stage filter of an address, shown and removable like any filter; null if there is none. */
export function stageFilterOf(
  address: URLSearchParams,
  change: (changes: Record<string, string>) => void,
): Filter | null {
  const [state, level] = [address.get('state') ?? '', address.get('level') ?? '']
  if (!state && !level) return null
  const known = Object.values(stages).find((one) => one.state === state && one.level === level)
  return {
    title: 'Stage',
    chosen: ['stage'],
    options: [{ id: 'stage', name: known?.name ?? [state, level].filter(Boolean).join(', ') }],
    onChange: () => change({ state: '', level: '' }),
  }
}
