import { call, CallFailed } from '@dictara/browser/call'
import { namePattern, type Person, peopleCalls } from '@dictara/contract/people'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Checkbox, Drawer, Flex, Form, Input, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { type DoctorValues, emptyDoctor, inputOf, valuesOf, withKept } from './doctor-values.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { FacilitiesFailure } from './facilities-failure.tsx'
import { peopleKey, useBillers, useFacilities } from './people-queries.ts'
import { PhoneFields } from './phone-fields.tsx'
import { ReviewerChoice } from './reviewer-choice.tsx'

const nameRules = (label: string) => [
  { required: true, whitespace: true, message: `${label} is required` },
  {
    validator: async (_: unknown, value?: string) => {
      if (value?.trim() && !namePattern.test(value.trim())) throw new Error('Please enter only alphabets')
    },
  },
]

const today = () => dayjs().format('YYYY-MM-DD')
async function bornByToday(_: unknown, day?: string | null) {
  if (day && day > today()) throw new Error('The date of birth cannot be in the future.')
}

const refusalKey = 'doctor-refused'

interface DoctorDrawerProps {
  /** Absent: a new doctor. */
  person?: Person
  onClose: () => void
}

/** Add Doctor and Edit Doctor (PEOP-05, PEOP-34 to PEOP-47). */
export function DoctorDrawer({ person, onClose }: DoctorDrawerProps) {
  const { notification } = App.useApp()
  const ask = useQuestion()
  const client = useQueryClient()
  const [form] = Form.useForm<DoctorValues>()
  const [initial] = useState(() => (person ? valuesOf(person) : emptyDoctor))
  const [isChanged, setChanged] = useState(!person)
  const [isSending, setSending] = useState(false)
  const flow = Form.useWatch('reviewerFlow', form) ?? initial.reviewerFlow
  const facilityIds = Form.useWatch('facilityIds', form) ?? initial.facilityIds
  const facilities = useFacilities()
  const billers = useBillers()
  const keptBiller =
    billers.data && person?.biller ? [{ id: person.biller, fullName: 'Present biller (disabled)' }] : []

  function leave() {
    const now = { ...initial, ...form.getFieldsValue(true) }
    if (JSON.stringify(now) === JSON.stringify(initial)) onClose()
    else
      ask({
        title: 'Leave without saving?',
        content: person ? 'What you changed is dropped.' : 'What you entered is dropped.',
        okText: 'Leave',
        cancelText: 'Stay here',
        isDanger: true,
        onOk: onClose,
      })
  }

  async function submit(values: DoctorValues) {
    if (isSending) return
    setSending(true)
    notification.destroy(refusalKey)
    try {
      const { message } = person
        ? await call(peopleCalls.editDoctor, { body: { ...inputOf(values), id: person.id } as never })
        : await call(peopleCalls.addDoctor, { body: inputOf(values) as never })
      notification.success({ title: 'Success', description: message })
      onClose()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      // It stays until it is read and put right; what was not answered at all is said by the shared handler (Q170).
      if (error.kind === 'refused')
        notification.error({ key: refusalKey, title: 'Failed', description: error.message, duration: 0 })
    } finally {
      setSending(false)
      void client.invalidateQueries({ queryKey: peopleKey })
    }
  }

  return (
    <Drawer
      open
      size={400}
      title={person ? 'Edit Doctor' : 'Add Doctor'}
      onClose={leave}
      afterOpenChange={(isOpen) => isOpen && form.getFieldInstance('firstName')?.focus()}
      footer={
        <Flex gap="small" justify="end">
          <Button onClick={leave}>Cancel</Button>
          <Button type="primary" htmlType="submit" form="doctor" loading={isSending} disabled={!isChanged}>
            Submit
          </Button>
        </Flex>
      }
    >
      <Form<DoctorValues>
        form={form}
        id="doctor"
        name="doctor"
        layout="vertical"
        initialValues={initial}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void submit(values)}
        onValuesChange={(changed: Partial<DoctorValues>) => {
          setChanged(
            !person || JSON.stringify({ ...initial, ...form.getFieldsValue(true) }) !== JSON.stringify(initial),
          )
          // Another flow begins with an empty choice (PEOP-37).
          if (changed.reviewerFlow) form.setFieldsValue({ level1: [], level2: [] })
        }}
      >
        <Form.Item name="firstName" label="First Name" rules={nameRules('First Name')}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item name="lastName" label="Last Name" rules={nameRules('Last Name')}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="email"
          label="Email"
          rules={[
            { required: true, whitespace: true, message: 'Email is required' },
            { type: 'email', message: 'Please enter valid email' },
          ]}
        >
          <Input type="email" maxLength={320} autoComplete="off" />
        </Form.Item>
        <PhoneFields />
        <Form.Item
          name="npi"
          label="NPI"
          rules={[
            { required: true, whitespace: true, message: 'NPI number is required' },
            { pattern: /^\s*\d{10}\s*$/, message: 'An NPI number has 10 digits' },
          ]}
        >
          <Input inputMode="numeric" autoComplete="off" />
        </Form.Item>
        <Form.Item name="dob" label="Date of Birth" rules={[{ validator: bornByToday }]}>
          <Input type="date" max={today()} />
        </Form.Item>
        <FacilitiesFailure facilities={facilities} />
        <Form.Item
          name="facilityIds"
          label="Facility"
          extra={facilityIds.length === 0 && 'Without a facility this doctor sees no jobs.'}
        >
          <Select
            mode="multiple"
            loading={facilities.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={withKept(facilities.data ?? [], person?.facilities, 'facilityId').map(
              ({ facilityId, facilityName, disabled }) => ({
                value: facilityId,
                label: disabled ? `${facilityName} (disabled)` : facilityName,
                // Who is linked to it stays so; nobody else is.
                disabled: disabled && !initial.facilityIds.includes(facilityId),
              }),
            )}
          />
        </Form.Item>
        {billers.isError && (
          <Alert
            type="error"
            title="Failed"
            description={billers.error.message}
            action={<Button onClick={() => void billers.refetch()}>Retry</Button>}
          />
        )}
        <Form.Item name="biller" label="Biller">
          <Select
            allowClear
            loading={billers.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={withKept(billers.data ?? [], keptBiller, 'id').map(({ id, fullName }) => ({
              value: id,
              label: fullName,
            }))}
          />
        </Form.Item>
        <Form.Item name="transcription" label="Transcription">
          <Radio.Group
            aria-label="Transcription"
            options={[
              { value: 'TRANSCRIPTION_ONLY', label: 'Edits own notes' },
              { value: 'NONE', label: 'Sent to transcriptionists' },
            ]}
          />
        </Form.Item>
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
        {flow !== 'NONE' && <ReviewerChoice level={1} person={person} />}
        {flow === 'LEVEL_2' && <ReviewerChoice level={2} person={person} />}
        {flow === 'LEVEL_2' && (
          <Alert
            type="info"
            style={{ marginBottom: 16 }}
            title="A facility whose reviewer count is 1 reviews at one level only."
          />
        )}
        <Form.Item name="selfReviewEnabled" valuePropName="checked" noStyle>
          <Checkbox>May review own notes</Checkbox>
        </Form.Item>
        <br />
        <Form.Item name="activateRoster" valuePropName="checked" noStyle>
          <Checkbox>Activate roster</Checkbox>
        </Form.Item>
      </Form>
    </Drawer>
  )
}
