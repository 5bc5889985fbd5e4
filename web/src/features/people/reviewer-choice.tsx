import { anyReviewer, type Person } from '@dictara/contract/people'
import { Form } from 'antd'
import { QuerySelect } from '../../ui/query-select.tsx'
import { withKept } from '../../ui/with-kept.ts'
import { groupPrefix } from './author-values.ts'
import { useReviewersForLevel } from './people-queries.ts'

const failures = { 1: 'Failed to load LEVEL_1 reviewers', 2: 'Failed to load LEVEL_2 reviewers' }

/** Reviewers, groups or Any of one level (PEOP-26, PEOP-35, PEOP-36). */
export function ReviewerChoice({ level, person }: { level: 1 | 2; person?: Person }) {
  const name = `LEVEL_${level}` as const
  const choices = useReviewersForLevel(name)
  const before = person?.reviewerFlowConfig
  type Choices = NonNullable<typeof choices.data>
  const optionsOf = ({ reviewers, reviewerGroups }: Choices = { reviewers: [], reviewerGroups: [] }) => [
    { value: anyReviewer, label: 'Any' },
    {
      label: 'Reviewers',
      options: withKept<'id', { id: string; fullName: string }>(
        reviewers,
        before?.[`reviewersForLevel${level}`],
        'id',
      ).map(({ id, fullName }) => ({ value: id, label: fullName })),
    },
    {
      label: 'Reviewer Groups',
      options: withKept(reviewerGroups, before?.[`reviewerGroupsForLevel${level}`], 'id').map(({ id, groupName }) => ({
        value: groupPrefix + id,
        label: groupName,
      })),
    },
  ]
  return (
    <Form.Item
      name={`level${level}`}
      label={`Reviewer Level ${level}`}
      rules={[{ required: true, message: 'Please select at least one reviewer' }]}
    >
      <QuerySelect mode="multiple" of={choices} failed={failures[level]} options={optionsOf} />
    </Form.Item>
  )
}
