import {
  ehrLimits,
  type EhrSettingField,
  type Facility,
  missing,
  rangeOutside,
} from '@dictara/contract/ehr-configuration'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Form, InputNumber, Radio, Select, Skeleton, Space } from 'antd'
import { Failed } from '../../ui/failed.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import { focusOnceFree } from '../../ui/use-focus-back.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { EhrFields } from './ehr-fields.tsx'
import { useEhrTypes } from './ehr-queries.ts'
import { type FacilityValues, hasRange } from './facility-values.ts'
import { TestConnection } from './test-connection.tsx'

const none = { value: '', label: 'None: notes stay in Dictara' }

interface EhrSectionProps {
  facility: Facility | undefined
  ehrType: string
  asked: UseQueryResult<EhrSettingField[]>
  onReset: () => void
}

/** The connection of a facility: the kind of EHR, its settings, and which patients come from it. */
export function EhrSection({ facility, ehrType, asked, onReset }: EhrSectionProps) {
  const form = Form.useFormInstance<FacilityValues>()
  const before = facility?.ehrConfiguration.ehrType ?? null
  const known = before === ehrType ? (facility?.ehrConfiguration.fields ?? {}) : {}
  return (
    <>
      <EhrTypeField facility={facility} ehrType={ehrType} onReset={onReset} />
      {ehrType !== '' && (
        <div className="ehr-section" key={ehrType}>
          {!asked.data && <Failed of={asked} title="Couldn’t load what this EHR asks for" inServersWords />}
          {asked.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
          {asked.data && (
            <>
              <EhrFields asked={asked.data} known={known} />
              <TestConnection facilityId={facility?.facilityId} ehrType={ehrType} asked={asked.data} />
            </>
          )}
          <PatientFields form={form} ehrType={ehrType} />
        </div>
      )}
      <Form.Item name="hl7Integration" valuePropName="checked">
        <SwitchRow label="HL7 Integration" about="Patients, visits and notes are exchanged as HL7 files." />
      </Form.Item>
    </>
  )
}

function PatientFields({
  form,
  ehrType,
}: {
  form: ReturnType<typeof Form.useFormInstance<FacilityValues>>
  ehrType: string
}) {
  const allPatientsRequired = Form.useWatch('allPatientsRequired', form)
  return (
    <>
      <Form.Item
        name="allPatientsRequired"
        label="List All Patients"
        rules={[{ required: true, message: missing.allPatientsRequired }]}
      >
        <Radio.Group
          options={[
            { value: true, label: 'Yes' },
            { value: false, label: 'No' },
          ]}
        />
      </Form.Item>
      {hasRange({ ehrType, allPatientsRequired }) && (
        <Form.Item
          name="rangeForDischargedPatients"
          label="Range for Discharged Patients (days)"
          rules={[{ type: 'integer', min: 1, max: ehrLimits.rangeMost, required: true, message: rangeOutside }]}
        >
          <InputNumber style={{ inlineSize: '100%' }} />
        </Form.Item>
      )}
    </>
  )
}

/** Chooses the kind of EHR. The demo EHR cannot be chosen again after it was replaced by another one (FAC-24, Q085). */
function EhrTypeField({ facility, ehrType, onReset }: Omit<EhrSectionProps, 'asked'>) {
  const form = Form.useFormInstance<FacilityValues>()
  const ask = useQuestion()
  const types = useEhrTypes(facility?.facilityId)
  const hasDemo = facility?.ehrConfiguration.ehrType === 'demo'
  const options = (types.data ?? [])
    .filter((one) => one.ehrType !== 'demo' || !hasDemo || ehrType === 'demo')
    .map((one) => ({ value: one.ehrType, label: one.ehrName }))
  const reset = () =>
    ask({
      title: 'Reset the demo EHR?',
      content:
        'The facility is disconnected from it when you save. It can’t be connected to the demo EHR again, and notes filed there can’t be struck out any more.',
      okText: 'Reset',
      isDanger: true,
      onOk() {
        form.setFieldsValue({ ehrType: '', fields: {} })
        void types.refetch()
        onReset()
        focusOnceFree(() => document.getElementById('facility_ehrType'))
      },
    })
  return (
    <Form.Item label="EHR Type" htmlFor="facility_ehrType">
      {!types.data && <Failed of={types} title="Couldn’t load the kinds of EHR" inServersWords />}
      <Space.Compact block>
        <Form.Item name="ehrType" noStyle>
          <Select
            options={[none, ...options]}
            loading={types.isPending}
            disabled={hasDemo && ehrType === 'demo'}
            onChange={() => form.setFieldValue('fields', {})}
          />
        </Form.Item>
        {hasDemo && ehrType === 'demo' && <Button onClick={reset}>Reset</Button>}
      </Space.Compact>
    </Form.Item>
  )
}
