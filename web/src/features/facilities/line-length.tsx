import { call } from '@dictara/browser/call'
import { type LineLength as Length, lineLimits, lineOutside, turnaroundCalls } from '@dictara/contract/turnaround'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, InputNumber, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { turnaroundKey } from './turnaround-key.ts'

const key = [...turnaroundKey, 'line']

const isInside = (_rule: unknown, value: number | null | undefined) =>
  value != null && Number.isInteger(value) && value >= lineLimits.least && value <= lineLimits.most
    ? Promise.resolve()
    : Promise.reject(new Error(lineOutside))

const LineDrawer = ({ length, onClose }: { length: Length; onClose: () => void }) => (
  <FormDrawer<{ lineCharacters: number }>
    title="Length of a line"
    name="line"
    initial={{ lineCharacters: length.lineCharacters }}
    submit="Save"
    success="Saved"
    firstField="lineCharacters"
    send={({ lineCharacters }) =>
      call(turnaroundCalls.setLineLength, { body: { lineCharacters, version: length.version } })
    }
    refreshes={key}
    onClose={onClose}
  >
    <Typography.Paragraph type="secondary">
      What people typed and reviewed is counted in lines. It counts for notes that are completed or approved from now
      on; what was counted stays as it is.
    </Typography.Paragraph>
    <Form.Item name="lineCharacters" label="Characters, with spaces" rules={[{ validator: isInside }]}>
      <InputNumber style={{ width: '100%' }} />
    </Form.Item>
  </FormDrawer>
)

/** Number of characters in a line of the clinic (Q205); set by its clinicAdmins. */
export function LineLength() {
  const [isOpen, setOpen] = useState(false)
  const line = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await call(turnaroundCalls.getLineLength, {}, { signal, handler: 'page' })).result[0]!,
  })
  return (
    <section aria-labelledby="line-heading" className="line-length">
      <h2 id="line-heading">Length of a line</h2>
      <Failed of={line} title="Couldn’t load the line length" />
      {line.isPending && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
      {line.data && (
        <p>
          <span>{`${line.data.lineCharacters} characters, with spaces.`}</span>
          <Button onClick={() => setOpen(true)}>Change</Button>
        </p>
      )}
      {isOpen && line.data && <LineDrawer length={line.data} onClose={() => setOpen(false)} />}
    </section>
  )
}
