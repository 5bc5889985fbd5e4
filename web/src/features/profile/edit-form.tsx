import type { CallFailed } from '@dictara/browser/call'
import { useQueryClient } from '@tanstack/react-query'
import { App, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { SaveBar } from '../settings/index.ts'
import { profileKey } from './profile-queries.ts'

interface EditFormProps<Values extends object> {
  /** Name of the form; the ids of its fields begin with it. */
  name: string
  /** What the fields hold at first: every one of them. */
  initial: Values
  /** Of what is changed, as it was when somebody began: what is fetched anew meanwhile is not what they saw. */
  version: number
  send: (values: Values, seen: number) => Promise<{ message: string }>
  /** Title of the notice that carries the server's words; false: one leaves Dictara by it. */
  success: string | false
  /** Title and words of the notice of a refusal, before the server's own. */
  failure: { title: string; words: string }
  /** Has the focus at first. */
  firstField?: keyof Values & string
  /** The field of a refusal, by its code. */
  fieldOf?: (code: string) => (keyof Values & string) | undefined
  onSaved: () => void
  /** Without it there is nothing to go back to: what was entered is taken back. */
  onCancel?: (() => void) | undefined
  onChange?: (values: Values) => void
  /** Something else that can be begun here. */
  beside?: ReactNode
  children: ReactNode
}

/**
 * A form in a tab of the profile. Save waits until something differs; a refusal stays until it is sent again, what was entered
 * stays with it, and is dropped only after a question.
 */
export function EditForm<Values extends object>({ name, initial, version, ...props }: EditFormProps<Values>) {
  const { send, success, failure, firstField, fieldOf, onSaved, onCancel, onChange } = props
  const { notification } = App.useApp()
  const act = useAction()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const [before] = useState(initial)
  const [seen] = useState(version)
  const [isChanged, setChanged] = useState(false)
  const [wrong, setWrong] = useState<{ field: keyof Values & string; message: string }>()
  const refusedKey = `${name} refused`
  const differs = () => JSON.stringify({ ...before, ...form.getFieldsValue(true) }) !== JSON.stringify(before)
  const leaving = useLeaveQuestion(
    differs,
    { title: 'Leave without saving?', content: 'Your changes will be lost.' },
    { isTab: true },
  )
  // Edit rests while something is edited, and has the focus again after it.
  useFocusBack()
  useEffect(() => {
    if (firstField) form.getFieldInstance(firstField)?.focus()
    return () => notification.destroy(refusedKey)
  }, [form, firstField, notification, refusedKey])

  function tell({ code, message }: CallFailed) {
    const description = (
      <>
        <div>{failure.words}</div>
        <div>{message}</div>
      </>
    )
    notification.error({ key: refusedKey, title: failure.title, description, duration: 0 })
    const field = fieldOf?.(code)
    if (field) setWrong({ field, message })
  }
  // Once the fields, which rest while they are sent, take the focus again.
  const pointOut = useEffectEvent(() => {
    if (wrong) tellAt(form, wrong.field, wrong.message)
  })
  useEffect(() => {
    if (!act.isBusy) pointOut()
  }, [act.isBusy, wrong])
  async function submitted() {
    notification.destroy(refusedKey)
    setWrong(undefined)
    const answer = await act.run(() => send(form.getFieldsValue(true), seen), { success: false, onRefused: tell })
    // Who edits again begins with what is kept now, and with its version.
    if (!answer || success) await client.invalidateQueries({ queryKey: profileKey, refetchType: 'all' })
    if (!answer) return
    if (success) notification.success({ title: success, description: answer.message })
    onSaved()
  }
  function takeBack() {
    form.resetFields()
    setChanged(false)
    onChange?.(before)
    onCancel?.()
  }

  return (
    <Form<Values>
      form={form}
      id={name}
      name={name}
      layout="vertical"
      className="profile-form"
      disabled={act.isBusy}
      initialValues={before}
      scrollToFirstError={{ focus: true }}
      onFinish={() => void submitted()}
      onValuesChange={() => {
        setChanged(differs())
        onChange?.(form.getFieldsValue(true))
      }}
    >
      {props.children}
      <SaveBar
        isSaving={act.isBusy}
        maySave={isChanged}
        onCancel={onCancel || isChanged ? () => leaving(takeBack) : undefined}
      >
        {props.beside}
      </SaveBar>
    </Form>
  )
}

function tellAt(form: FormInstance, field: string, message: string) {
  form.setFields([{ name: field, errors: [message] }])
  form.scrollToField(field, { focus: true })
}
