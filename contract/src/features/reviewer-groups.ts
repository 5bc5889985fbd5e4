import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { groupName } from '../fields.ts'
import { list, listQuery } from '../list.ts'
import { id, idList, idOf, version } from '../shapes.ts'
import { managers } from '../roles.ts'

export const groupLevels = ['LEVEL_1', 'LEVEL_2', 'ALL_LEVELS'] as const
export type GroupLevel = (typeof groupLevels)[number]

/** Reviewers chosen together, for one level or all (PEOP-27). */
export const ReviewerGroup = z.object({
  id,
  groupName: z.string(),
  reviewers: z.array(z.object({ id, fullName: z.string(), email: z.string() })),
  reviewerIds: z.array(id),
  level: z.enum(groupLevels),
  version,
})
export type ReviewerGroup = z.output<typeof ReviewerGroup>

export const reviewersMissing = 'Please select at least one reviewer'
const tooManyReviewers = 'A group may have at most 500 reviewers.'
export const levelMissing = 'Please select level'

export const ReviewerGroupInput = z.strictObject({
  groupName: groupName.schema,
  reviewerIds: z
    .array(idOf('none'), { error: reviewersMissing })
    .check(z.minLength(1, reviewersMissing), z.maxLength(500, tooManyReviewers)),
  level: z.enum(groupLevels, { error: levelMissing }),
  /** The sender (PEOP-64, PEOP-65). */
  userId: z.optional(idOf('own-user')),
})
export type ReviewerGroupInput = z.output<typeof ReviewerGroupInput>

export const groupRefusals = defineRefusals({
  nameTaken: {
    status: 409,
    code: 'group-name-taken',
    message: 'Your clinic already has a group with this name.',
    field: 'groupName',
  },
})

const saved = {
  path: '/clinic/reviewer/group',
  callers: managers,
  result: ReviewerGroup,
} as const
const example = { groupName: 'Night shift', reviewerIds: ['$reviewer'], level: 'LEVEL_1', userId: '$self' }

export const reviewerGroupCalls = defineCalls({
  listGroups: list({
    path: '/clinic/reviewer/group',
    summary: 'Groups with a reviewer of the caller’s facilities.',
    callers: managers,
    query: listQuery({ search: 'search', sort: ['groupName', 'level'], filters: { facilityIds: idList('none') } }),
    row: ReviewerGroup,
  }),
  addGroup: {
    ...saved,
    method: 'POST',
    summary: 'Adds a group of reviewers.',
    body: ReviewerGroupInput,
    example: { body: example },
  },
  editGroup: {
    ...saved,
    method: 'PUT',
    summary: 'Changes a group. Who reviews changes at once.',
    body: z.extend(ReviewerGroupInput, { id: idOf('managed-group'), version: z.optional(version) }),
    example: { body: { ...example, id: '$group' } },
  },
})
