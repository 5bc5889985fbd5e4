import { anyReviewer, type Person } from '@dictara/contract/people'
import { Alert, Button, Form, Select } from 'antd'
import { groupPrefix, withKept } from './doctor-values.ts'
import { useReviewersForLevel } from './people-queries.ts'

/** Reviewers, groups or Any of one level (PEOP-26, PEOP-35, PEOP-36). */
export function ReviewerChoice({ level, person }: { level: 1 | 2; person?: Person }) {
  const name = `LEVEL_${level}` as const
  const choices = useReviewersForLevel(name)
  const before = person?.reviewerFlowConfig
  const reviewers = withKept<'id', { id: string; fullName: string }>(
    choices.data?.reviewers ?? [],
    before?.[`reviewersForLevel${level}`],
    'id',
  )
  const groups = withKept(choices.data?.reviewerGroups ?? [], before?.[`reviewerGroupsForLevel${level}`], 'id')
  const options = [
    { value: anyReviewer, label: 'Any' },
    {
      label: 'Reviewers',
      options: reviewers.map(({ id, fullName }) => ({ value: id, label: fullName })),
    },
    {
      label: 'Reviewer Groups',
      options: groups.map(({ id, groupName }) => ({
        value: groupPrefix + id,
        label: groupName,
      })),
    },
  ]
  return (
    <>
      {choices.isError && (
        <Alert
          type="error"
          title={`Failed to load ${name} reviewers`}
          description={choices.error.message}
          action={<Button onClick={() => void choices.refetch()}>Retry</Button>}
        />
      )}
      <Form.Item
        name={`level${level}`}
        label={`Reviewer Level ${level}`}
        rules={[{ required: true, message: 'Please select at least one reviewer' }]}
      >
        <Select
          mode="multiple"
          loading={choices.isPending}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
    </>
  )
}
