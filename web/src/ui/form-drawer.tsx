import type { CallFailed } from '@dictara/browser/call'
import type { RefusalSpec } from '@dictara/contract'
import type { QueryKey } from '@tanstack/react-query'
import { Button, Drawer, Flex, Form, type FormInstance } from 'antd'
import { type ReactNode, useState } from 'react'
import { ChangedMeanwhile, type FieldNames, mergeMeanwhile } from './changed-meanwhile.tsx'
import { useAction } from './use-action.ts'
import { useFocusBack } from './use-focus-back.ts'
import { useLeaveQuestion } from './use-leave-question.ts'
import type { Question } from './use-question.ts'
import { useRefusal } from './use-refusal.ts'
import { useResting } from './use-resting.ts'

type Asked = Omit<Question, 'onOk' | 'afterClose'>

const spinAfterMs = 150

export interface FormDrawerProps<Values extends object> {
  title: string
  /** Name of the form; the ids of its fields begin with it. */
  name: string
  /** Initial values of all fields. */
  initial: Values
  /** A new item may be submitted unchanged. Otherwise Submit is disabled until something differs (PEOP-39). */
  isNew?: boolean
  /** Label of the submit button; default Submit. */
  submit?: string
  /** Gets the focus on opening unless the person has already begun in another field. */
  firstField: keyof Values & string
  send: (values: Values) => Promise<{ message: string }>
  /** A question to ask before values are sent; undefined: none. */
  asks?: ((values: Values) => Asked | undefined) | undefined
  /** An action offered in the notice of success. */
  offer?: ((answer: { message: string }) => ReactNode) | undefined
  /** The present field values if the save was refused because another person changed the item. */
  present?: (failure: CallFailed) => Values | undefined
  fields?: FieldNames
  /** Title of the notice of success; default Success. */
  success?: string | undefined
  /** Names what was done; it replaces `success` and is the whole notice. */
  done?: (values: Values) => string
  refreshes: QueryKey
  /** The contract's refusals. A refusal that names a field is also shown at that field. */
  refusals?: Readonly<Record<string, RefusalSpec>>
  /** Width in pixels. */
  size?: number
  /** Whether something is unsaved that no field holds yet. */
  isBegun?: () => boolean
  onChange?: ((changed: Partial<Values>, form: FormInstance<Values>) => void) | undefined
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a drawer. A refusal stays until it is corrected. Closing with unsaved input asks first. Success closes the drawer and returns
 * the focus to where it was.
 */
export function FormDrawer<Values extends object>({ title, name, initial, ...props }: FormDrawerProps<Values>) {
  const { isNew = false, submit = 'Submit', success = 'Success', firstField, send } = props
  const {
    refreshes,
    refusals = {},
    present,
    done,
    offer,
    fields = { labels: {}, texts: [] },
    onChange,
    onClose,
  } = props
  const { asks, size = 400, isBegun: hasMore = () => false } = props
  const act = useAction({ refreshes })
  const [form] = Form.useForm<Values>()
  const [before, setBefore] = useState(initial)
  const [changes, setChanges] = useState<readonly string[]>()
  const [isChanged, setChanged] = useState(false)
  const refusal = useRefusal(form, name, refusals)
  useFocusBack()

  const differs = (from = before) => JSON.stringify({ ...from, ...form.getFieldsValue(true) }) !== JSON.stringify(from)
  /** A person who is faster than the drawer stays in the field where they type, or at a question that appeared meanwhile. */
  const isBegun = () => document.activeElement?.closest(`#${name}, [role=dialog]:not(:has(#${name}))`)
  const leaving = useLeaveQuestion(() => differs() || hasMore(), {
    title: 'Leave without saving?',
    content: isNew ? 'What you entered will be lost.' : 'Your changes will be lost.',
  })
  const leave = () => act.isBusy || leaving(onClose)

  const resting = useResting(act.isBusy)
  function tell(failure: CallFailed) {
    const now = present?.(failure)
    if (!now) return refusal.tell(failure)
    setChanges(mergeMeanwhile(form, before, now, fields))
    setBefore(now)
    setChanged(differs(now))
  }
  async function submitted(values: Values) {
    refusal.forget()
    setChanges(undefined)
    const confirm = asks?.(values)
    const answer = await act.run(() => send(values), {
      ...(confirm && { confirm }),
      success,
      ...(done && { done: done(values) }),
      ...(offer && { offer }),
      onRefused: (failure) => resting.afterwards(() => tell(failure)),
    })
    if (answer) onClose()
  }

  return (
    <Drawer
      open
      size={size}
      title={title}
      onClose={leave}
      afterOpenChange={(isOpen) => isOpen && !isBegun() && form.getFieldInstance(firstField)?.focus()}
      footer={
        <Flex gap="small" justify="end">
          <Button disabled={act.isBusy} onClick={leave}>
            Cancel
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            form={name}
            // Delay the spinner: one that is removed before it has appeared would stay on the screen.
            loading={act.isBusy && { delay: spinAfterMs }}
            disabled={!isNew && !isChanged}
          >
            {submit}
          </Button>
        </Flex>
      }
    >
      <Form<Values>
        form={form}
        id={name}
        name={name}
        layout="vertical"
        inert={act.isBusy}
        initialValues={before}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void submitted(values)}
        onValuesChange={(changed) => {
          setChanged(differs())
          onChange?.(changed as Partial<Values>, form)
        }}
      >
        {changes && <ChangedMeanwhile changes={changes} submit={submit} />}
        {props.children}
      </Form>
    </Drawer>
  )
}
