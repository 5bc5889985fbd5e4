import type { CallSpec, ClientInput } from '@dictara/contract'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useCsv } from './use-csv.ts'

/** Saves everything that the filters leave, as a CSV file. */
export function CsvButton<C extends CallSpec>({ spec, name, input }: { spec: C; name: string; input: ClientInput<C> }) {
  const csv = useCsv(spec, name)
  return (
    <Button icon={<Download size={16} aria-hidden />} loading={csv.isBusy} onClick={() => void csv.download(input)}>
      Export CSV
    </Button>
  )
}
