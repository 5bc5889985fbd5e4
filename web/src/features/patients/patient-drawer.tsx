import { call, failureOf } from '@dictara/browser/call'
import { bedId, firstName, lastName, medicalRecordNumber } from '@dictara/contract/fields'
import {
  earliestBirth,
  type Patient,
  patientCalls,
  type PatientInput,
  patientRefusals,
  patientSexes,
} from '@dictara/contract/patients'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useSeen } from '../../ui/changed-meanwhile.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { QuerySelect } from '../../ui/query-select.tsx'
import { TextItem } from '../../ui/text-item.tsx'
import { useFacilities } from '../facilities/index.ts'

/** The query key of everything that a change of a patient may affect. */
export const patientsKey = ['patients'] as const

interface Values {
  firstName: string
  lastName: string
  birthDate: string
  gender: PatientInput['gender'] | undefined
  record: string
  bed: string
  facilityId: string | undefined
}

const valuesOf = (patient?: Patient, facilityId?: string): Values => ({
  firstName: patient?.firstName ?? '',
  lastName: patient?.lastName ?? '',
  birthDate: patient?.birthDate ?? '',
  gender: patientSexes.find((sex) => sex === patient?.gender),
  record: patient?.medicalRecordNumber ?? '',
  bed: patient?.bedId ?? '',
  facilityId: patient?.facility.facilityId ?? facilityId,
})

const inputOf = (values: Values): PatientInput => ({
  firstName: values.firstName,
  lastName: values.lastName,
  birthDate: values.birthDate,
  gender: values.gender!,
  medicalRecordNumber: values.record.trim() || null,
  bedId: values.bed.trim() || null,
})

const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Date of birth',
  gender: 'Sex',
  record: 'MRN',
  bed: 'Bed',
  facilityId: 'Facility',
}

const optional = <T extends { rules: readonly { required?: boolean }[] }>(field: T): T => ({
  ...field,
  rules: field.rules.filter(({ required }) => !required),
})

interface PatientDrawerProps {
  /** Absent: a new patient. */
  patient?: Patient | undefined
  /** The initial facility of a new patient. */
  facilityId?: string | undefined
  onAdded?: (patient: Patient) => void
  onClose: () => void
}

/**
 * Adds a patient, or corrects one who was added here (Q207). Warns of similar existing patients before another one is
 * added.
 */
export function PatientDrawer({ patient, facilityId, onAdded, onClose }: PatientDrawerProps) {
  const facilities = useFacilities()
  const enabled = facilities.data?.filter(({ disabled }) => !disabled)
  const only = enabled?.length === 1 ? enabled[0]!.facilityId : undefined
  const [isAlike, setAlike] = useState(false)
  const { seen, present } = useSeen<Patient, Values>(patient, valuesOf)

  async function send(values: Values) {
    const body = inputOf(values)
    if (seen) {
      const moved = values.facilityId === seen.facility.facilityId ? {} : { facilityId: values.facilityId }
      return call(patientCalls.editPatient, {
        params: { id: seen.id },
        body: { ...body, ...moved, version: seen.version },
      })
    }
    const added = { ...body, facilityId: (values.facilityId ?? only)!, isAnother: isAlike }
    const answer = await call(patientCalls.addPatient, { body: added }).catch((error: unknown) => {
      setAlike(failureOf(error)?.code === patientRefusals.looksAlike.code)
      throw error
    })
    onAdded?.(answer.result[0]!)
    return answer
  }

  return (
    <FormDrawer<Values>
      title={patient ? 'Edit patient' : 'New patient'}
      name="patient"
      initial={valuesOf(patient, facilityId)}
      isNew={!patient}
      submit={patient ? 'Save' : isAlike ? 'Add anyway' : 'Add patient'}
      firstField="firstName"
      send={send}
      present={present}
      fields={{ labels, texts: ['firstName', 'lastName', 'birthDate', 'record', 'bed'] }}
      done={() => (patient ? 'Patient updated' : 'Patient added')}
      refreshes={patientsKey}
      refusals={{
        ...patientRefusals,
        recordNumberTaken: { ...patientRefusals.recordNumberTaken, field: 'record' },
      }}
      onChange={() => setAlike(false)}
      onClose={onClose}
    >
      <TextItem name="firstName" label={labels.firstName} field={firstName} />
      <TextItem name="lastName" label={labels.lastName} field={lastName} />
      <Form.Item
        name="birthDate"
        label={labels.birthDate}
        rules={[{ required: true, message: 'Date of birth is required' }]}
      >
        <Input type="date" min={earliestBirth} />
      </Form.Item>
      <Form.Item name="gender" label={labels.gender} rules={[{ required: true, message: 'Sex is required' }]}>
        {/* Typing "male" must not choose Female, which contains it. */}
        <Select
          showSearch={{ filterOption: (typed, sex) => sex!.value.toLowerCase().startsWith(typed.toLowerCase()) }}
          options={patientSexes.map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      <TextItem
        name="record"
        label={labels.record}
        field={optional(medicalRecordNumber)}
        extra={patient ? undefined : 'Leave it empty to have a number made.'}
      />
      <TextItem name="bed" label={labels.bed} field={optional(bedId)} />
      {!only && (
        <Form.Item
          name="facilityId"
          label={labels.facilityId}
          rules={[{ required: true, message: 'Facility is required' }]}
          extra={patient && 'Dictations stay at the facility where they were made.'}
        >
          <QuerySelect
            of={facilities}
            failed="The facilities couldn’t be loaded"
            options={(all = []) =>
              all
                .filter(({ disabled, facilityId: one }) => !disabled || one === patient?.facility.facilityId)
                .map(({ facilityId: value, facilityName: label }) => ({ value, label }))
            }
          />
        </Form.Item>
      )}
    </FormDrawer>
  )
}
