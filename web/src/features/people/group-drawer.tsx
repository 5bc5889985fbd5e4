import { call } from '@dictara/browser/call'
import { groupName } from '@dictara/contract/fields'
import {
  type GroupLevel,
  groupLevels,
  groupRefusals,
  levelMissing,
  type ReviewerGroup,
  reviewerGroupCalls,
  reviewersMissing,
} from '@dictara/contract/reviewer-groups'
import { Form, Select } from 'antd'
import { useUser } from '../../platform/use-user.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { QuerySelect } from '../../ui/query-select.tsx'
import { TextItem } from '../../ui/text-item.tsx'
import { withKept } from '../../ui/with-kept.ts'
import { levelNames } from './group-levels.ts'
import { peopleKey, useReviewers } from './people-queries.ts'

interface GroupDrawerProps {
  /** Absent: a new group. */
  group: ReviewerGroup | undefined
  onClose: () => void
}

interface GroupValues {
  groupName: string
  reviewerIds: string[]
  level: GroupLevel | undefined
}

/** Add Group and Edit Group (PEOP-13, PEOP-48 to PEOP-50). Members who are no longer offered keep their names (Q054). */
export function GroupDrawer({ group, onClose }: GroupDrawerProps) {
  const user = useUser()
  const reviewers = useReviewers()
  const seen = group && { id: group.id, version: group.version }
  return (
    <FormDrawer<GroupValues>
      title={group ? 'Edit Group' : 'Add Group'}
      name="group"
      initial={{ groupName: group?.groupName ?? '', reviewerIds: group?.reviewerIds ?? [], level: group?.level }}
      isNew={!group}
      firstField="groupName"
      send={(values) => {
        const body = { ...values, level: values.level!, userId: user!.id }
        return seen
          ? call(reviewerGroupCalls.editGroup, { body: { ...body, ...seen } })
          : call(reviewerGroupCalls.addGroup, { body })
      }}
      refreshes={peopleKey}
      refusals={groupRefusals}
      onClose={onClose}
    >
      <TextItem name="groupName" label="Group Name" field={groupName} />
      <Form.Item name="reviewerIds" label="Reviewers" rules={[{ required: true, message: reviewersMissing }]}>
        <QuerySelect
          mode="multiple"
          of={reviewers}
          failed="Error"
          description="Something went wrong while fetching reviewers"
          options={(offered = []) =>
            withKept<'id', ReviewerGroup['reviewers'][number]>(offered, group?.reviewers, 'id').map((reviewer) => ({
              value: reviewer.id,
              label: reviewer.fullName,
            }))
          }
        />
      </Form.Item>
      <Form.Item name="level" label="Level" rules={[{ required: true, message: levelMissing }]}>
        <Select options={groupLevels.map((level) => ({ value: level, label: levelNames[level] }))} />
      </Form.Item>
    </FormDrawer>
  )
}
