import type { Person } from '@dictara/contract/people'
import { Alert, Checkbox, Form, Radio } from 'antd'
import { QuerySelect } from '../../ui/query-select.tsx'
import { withKept } from '../../ui/with-kept.ts'
import type { AuthorValues } from './author-values.ts'
import { useBillers } from './people-queries.ts'
import { ReviewerChoice } from './reviewer-choice.tsx'

export function Biller({ person }: { person?: Person }) {
  const kept = person?.biller ? [{ id: person.biller, fullName: 'Present biller (disabled)' }] : []
  return (
    <Form.Item name="biller" label="Biller">
      <QuerySelect
        allowClear
        of={useBillers()}
        failed="Failed"
        options={(data) =>
          withKept(data ?? [], data && kept, 'id').map(({ id, fullName }) => ({ value: id, label: fullName }))
        }
      />
    </Form.Item>
  )
}

function Review({ person }: { person?: Person }) {
  const flow = Form.useWatch<AuthorValues['reviewerFlow'] | undefined>('reviewerFlow')
  return (
    <>
      <Form.Item name="reviewerFlow" label="Reviewer Flow">
        <Radio.Group
          aria-label="Reviewer Flow"
          options={[
            { value: 'NONE', label: 'None' },
            { value: 'LEVEL_1', label: 'Level 1' },
            { value: 'LEVEL_2', label: 'Level 2' },
          ]}
        />
      </Form.Item>
      {flow && flow !== 'NONE' && <ReviewerChoice level={1} person={person} />}
      {flow === 'LEVEL_2' && <ReviewerChoice level={2} person={person} />}
      {flow === 'LEVEL_2' && (
        <Alert
          type="info"
          style={{ marginBottom: 16 }}
          title="A facility whose reviewer count is 1 reviews at one level only."
        />
      )}
    </>
  )
}

/** The reviewers of an author, and whether the author has a roster (PEOP-34 to PEOP-37). */
export const AuthorFields = ({ person }: { person?: Person }) => (
  <>
    <Review person={person} />
    <Form.Item name="selfReviewEnabled" valuePropName="checked" noStyle>
      <Checkbox>May review own notes</Checkbox>
    </Form.Item>
    <br />
    <Form.Item name="activateRoster" valuePropName="checked" noStyle>
      <Checkbox>Activate roster</Checkbox>
    </Form.Item>
  </>
)
