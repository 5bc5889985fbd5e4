import { call } from '@dictara/browser/call'
import { type MaskedIdentifier as Key, patientRecordCalls } from '@dictara/contract/patient-record'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../ui/use-action.ts'
import type { PatientRef } from './record-queries.ts'

interface MaskedIdentifierProps {
  patient: PatientRef
  identifier: Key
  label: string
  /** Masks all but the last four characters. */
  masked: string
}

/** An identifier that stays masked until somebody reveals it. The server records each revealing in the audit (Q133). */
export function MaskedIdentifier({ patient, identifier, label, masked }: MaskedIdentifierProps) {
  const [full, setFull] = useState<string | null>(null)
  const act = useAction({})
  const { facilityId, patientId } = patient
  async function show() {
    const answer = await act.run(
      () => call(patientRecordCalls.getIdentifier, { query: { facilityId, patientId, key: identifier } }),
      { success: false },
    )
    if (answer) setFull(answer.result[0]!.value)
  }
  return (
    <>
      <span>{full ?? masked}</span>{' '}
      <Button
        type="link"
        size="small"
        className="not-on-paper"
        loading={act.isBusy}
        aria-label={`${full === null ? 'Show' : 'Hide'} ${label}`}
        onClick={() => (full === null ? void show() : setFull(null))}
      >
        {full === null ? 'Show' : 'Hide'}
      </Button>
    </>
  )
}
