import { call } from '@dictara/browser/call'
import { lineCountCalls as calls, rateMost, rateOutside, rateUnitsOfDollar } from '@dictara/contract/line-counts'
import { Form, InputNumber } from 'antd'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { lineCountsKey } from './line-counts-key.ts'
import { rateText } from './money.ts'

/** Whose rate is changed: that of one person, or, without a person, that of all transcriptionists. */
export interface RateToChange {
  person?: { id: string; name: string }
  /** The person's own current rate. */
  rate: number | null
}

interface Values {
  dollars: number | null
}

const unitsOf = (dollars: number | null | undefined) =>
  dollars == null ? null : Math.round(dollars * rateUnitsOfDollar)

const isPossible = (_rule: unknown, dollars: number | null | undefined) => {
  const units = unitsOf(dollars)
  return units === null || (units >= 0 && units <= rateMost)
    ? Promise.resolve()
    : Promise.reject(new Error(rateOutside))
}

interface RateDrawerProps extends RateToChange {
  usualRate: number | null
  onClose: () => void
}

/** Changes the pay for a typed line. */
export function RateDrawer({ person, rate, usualRate, onClose }: RateDrawerProps) {
  const usual = usualRate === null ? 'no rate, as for everybody' : `${rateText(usualRate)}, as for everybody`
  return (
    <FormDrawer<Values>
      title={person ? `Pay rate of ${person.name}` : 'Pay rate'}
      name="rate"
      initial={{ dollars: rate === null ? null : rate / rateUnitsOfDollar }}
      submit="Save"
      success="Saved"
      firstField="dollars"
      send={({ dollars }) => {
        const body = { rate: unitsOf(dollars), seen: rate }
        return person
          ? call(calls.setOwnRate, { params: { userId: person.id }, body })
          : call(calls.setUsualRate, { body })
      }}
      refreshes={lineCountsKey}
      onClose={onClose}
    >
      <Form.Item
        name="dollars"
        label="Dollars a line"
        rules={[{ validator: isPossible }]}
        extra={
          person
            ? `Empty: ${usual}. Pay of earlier periods is shown by this rate, too.`
            : 'For transcriptionists without a rate of their own. Pay of earlier periods is shown by this rate, too.'
        }
      >
        <InputNumber style={{ width: '100%' }} prefix="$" step={0.005} precision={4} controls={false} />
      </Form.Item>
    </FormDrawer>
  )
}
