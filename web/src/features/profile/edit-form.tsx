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
  /** The initial values of all fields. */
  initial: Values
  /** Version of the data when editing began: data loaded meanwhile is not what the person saw. */
  version: number
  send: (values: Values, seen: number) => Promise<{ message: string }>
  /** Title of the notice with the server's message; false: success leaves Dictara. */
  success: string | false
  /** Title and text of the notice of a refusal, before the server's message. */
  failure: { title: string; words: string }
  /** Gets the focus first. */
  firstField?: keyof Values & string
  /** The field of a refusal, by its code. */
  fieldOf?: (code: string) => (keyof Values & string) | undefined
  onSaved: () => void
  /** Absent: there is nothing to return to, so Cancel resets the fields. */
  onCancel?: (() => void) | undefined
  onChange?: (values: Values) => void
  /** Another action that can be started here. */
  beside?: ReactNode
  children: ReactNode
}

/**
 * A form in a tab of the profile. Save is disabled until something differs. A refusal stays until the form is sent
 * again, and so do the values, which are discarded only after a question.
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
  // Edit is disabled during editing, and gets the focus afterwards.
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
  // Once the fields, disabled while they are sent, can take the focus again.
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
    // Editing again starts with the current data and its version.
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
