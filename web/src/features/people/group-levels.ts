import type { GroupLevel } from '@dictara/contract/reviewer-groups'

export const levelNames: Record<GroupLevel, string> = {
  LEVEL_1: 'Level 1',
  LEVEL_2: 'Level 2',
  ALL_LEVELS: 'All levels',
}
