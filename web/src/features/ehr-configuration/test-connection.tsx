import { call, failureOrThrow } from '@dictara/browser/call'
import { ehrConfigurationCalls as calls, type EhrSettingField } from '@dictara/contract/ehr-configuration'
import { Alert, Button, Form } from 'antd'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import { type FacilityValues, fieldsOf } from './facility-values.ts'
import { markField } from './mark-field.ts'

interface TestConnectionProps {
  facilityId: string | undefined
  ehrType: string
  asked: readonly EhrSettingField[]
}

/** Tests the connection to the EHR with the entered values, saved or not, and explains what is wrong. */
export function TestConnection({ facilityId, ehrType, asked }: TestConnectionProps) {
  const form = Form.useFormInstance<FacilityValues>()
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<{ works: boolean; words: string; of: string }>()
  const entered = JSON.stringify(Form.useWatch('fields', form) ?? {})

  async function ask() {
    const names = asked.map(({ field }): ['fields', string] => ['fields', field])
    const isFilled = await form.validateFields(names).then(
      () => true,
      () => false,
    )
    if (!isFilled || isAsking) return
    const fields = form.getFieldValue('fields') as FacilityValues['fields']
    const tell = (works: boolean, words: string) => setOutcome({ works, words, of: JSON.stringify(fields) })
    setAsking(true)
    setOutcome(undefined)
    try {
      const body = { ehrType, fields: fieldsOf(asked, fields), id: facilityId }
      tell(true, (await call(calls.testEhr, { body }, { handler: 'page' })).message)
    } catch (error) {
      const failure = failureOrThrow(error)
      tell(false, failure.message)
      markField(form, failure)
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="test-connection">
      <Button icon={<PlugZap size={16} aria-hidden />} loading={isAsking} onClick={() => void ask()}>
        Test connection
      </Button>
      <output>
        {isAsking && 'Asking the EHR …'}
        {outcome?.of === entered && (
          <Alert
            showIcon
            type={outcome.works ? 'success' : 'error'}
            title={outcome.works ? outcome.words : 'The connection doesn’t work.'}
            {...(!outcome.works && { description: outcome.words })}
          />
        )}
      </output>
    </div>
  )
}
