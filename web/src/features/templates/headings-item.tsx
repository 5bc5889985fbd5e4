import { Form } from 'antd'
import { HeadingList } from './heading-list.tsx'
import type { SystemHeadings } from './heading-name.tsx'
import { firstWrong, headingsRefused } from './heading-problems.ts'
import type { DraftHeading } from './template-values.ts'
import type { Headings } from './use-headings.ts'

interface HeadingsItemProps {
  state: Headings
  systemHeadings: SystemHeadings
  isFixed: boolean
}

/**
 * The headings as a field of the template's form, with the reasons below why they cannot be saved (TMPL-25, TMPL-36,
 * TMPL-37).
 */
export const HeadingsItem = ({ state, ...list }: HeadingsItemProps) => (
  <Form.Item
    name="sectionHeadings"
    label="Headings"
    required
    validateTrigger="onSubmit"
    rules={[
      {
        async validator(_, headings: readonly DraftHeading[]) {
          const refused = headingsRefused(headings, state.pending !== null)
          if (!refused) return
          const wrong = state.pending ? undefined : firstWrong(headings)
          if (wrong) state.open(wrong.key)
          throw new Error(refused)
        },
      },
    ]}
  >
    <HeadingList state={state} {...list} />
  </Form.Item>
)
