import type { CallFailed } from '@dictara/browser/call'
import type { RefusalSpec } from '@dictara/contract'
import type { QueryKey } from '@tanstack/react-query'
import { Button, Drawer, Flex, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ChangedMeanwhile, type FieldNames, mergeMeanwhile } from './changed-meanwhile.tsx'
import { useAction } from './use-action.ts'
import { useFocusBack } from './use-focus-back.ts'
import { useLeaveQuestion } from './use-leave-question.ts'
import { useRefusal } from './use-refusal.ts'

const spinAfterMs = 150

export interface FormDrawerProps<Values extends object> {
  title: string
  /** Name of the form; the ids of its fields begin with it. */
  name: string
  /** What the fields hold at first: every one of them. */
  initial: Values
  /** Something new may be submitted as it stands; else Submit waits until something differs (PEOP-39). */
  isNew?: boolean
  /** Label of the button that sends; default Submit. */
  submit?: string
  /** Has the focus at first, unless somebody has begun in another one. */
  firstField: keyof Values & string
  send: (values: Values) => Promise<{ message: string }>
  /** What the fields would hold now, where it was refused because somebody else has changed them since they were seen. */
  present?: (failure: CallFailed) => Values | undefined
  fields?: FieldNames
  /** Title of the notice of success; default Success. */
  success?: string | undefined
  refreshes: QueryKey
  /** The contract's; one that names a field is told at it besides. */
  refusals?: Readonly<Record<string, RefusalSpec>>
  /** How wide it is, in pixels. */
  size?: number
  /** Something is unsaved that no field holds yet. */
  isBegun?: () => boolean
  onChange?: ((changed: Partial<Values>, form: FormInstance<Values>) => void) | undefined
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a drawer. A refusal stays until it is put right; what was entered is dropped only after a question; success closes it,
 * and the focus goes back to where it was.
 */
export function FormDrawer<Values extends object>({ title, name, initial, ...props }: FormDrawerProps<Values>) {
  const { isNew = false, submit = 'Submit', success = 'Success', firstField, send } = props
  const { refreshes, refusals = {}, present, fields = { labels: {}, texts: [] }, onChange, onClose } = props
  const { size = 400, isBegun: hasMore = () => false } = props
  const act = useAction({ refreshes })
  const [form] = Form.useForm<Values>()
  const [before, setBefore] = useState(initial)
  const [changes, setChanges] = useState<readonly string[]>()
  const [isChanged, setChanged] = useState(false)
  const refusal = useRefusal(form, name, refusals)
  useFocusBack()

  const differs = (from = before) => JSON.stringify({ ...from, ...form.getFieldsValue(true) }) !== JSON.stringify(from)
  /** Who is quicker than the drawer stays in the field where they type, or at the question that they were asked meanwhile. */
  const isBegun = () => document.activeElement?.closest(`#${name}, [role=dialog]:not(:has(#${name}))`)
  const leaving = useLeaveQuestion(() => differs() || hasMore(), {
    title: 'Leave without saving?',
    content: isNew ? 'What you entered is dropped.' : 'What you changed is dropped.',
  })
  const leave = () => act.isBusy || leaving(onClose)

  // While it is sent the fields rest, so that what is entered then is not dropped by success; they let go of the focus.
  const focused = useRef<Element | null>(null)
  const refused = useRef<CallFailed | null>(null)
  const goOn = useEffectEvent(() => {
    if (document.activeElement === document.body && focused.current instanceof HTMLElement) focused.current.focus()
    const now = refused.current && present?.(refused.current)
    if (now) {
      setChanges(mergeMeanwhile(form, before, now, fields))
      setBefore(now)
      setChanged(differs(now))
    } else if (refused.current) refusal.tell(refused.current)
    refused.current = null
  })
  useEffect(() => {
    if (!act.isBusy) goOn()
  }, [act.isBusy])
  async function submitted(values: Values) {
    refusal.forget()
    setChanges(undefined)
    focused.current = document.activeElement
    const answer = await act.run(() => send(values), {
      success,
      onRefused(failure) {
        refused.current = failure
      },
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
            // What is known at once spins nothing: a spinner that goes before it has come would stay.
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
        disabled={act.isBusy}
        initialValues={before}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void submitted(values)}
        onValuesChange={(changed) => {
          setChanged(differs())
          onChange?.(changed as Partial<Values>, form)
        }}
      >
        {changes && <ChangedMeanwhile changes={changes} />}
        {props.children}
      </Form>
    </Drawer>
  )
}
