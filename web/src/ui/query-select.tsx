import { Select, type SelectProps } from 'antd'
import { Failed } from './failed.tsx'

/** What is written whole comes before what begins with it, then what has a word that does, then what has it anywhere. */
function rankOf(label: unknown, written: string): number {
  const [name, search] = [String(label).toLowerCase(), written.toLowerCase()]
  if (name === search) return 0
  if (name.startsWith(search)) return 1
  return name.includes(` ${search}`) ? 2 : 3
}

interface QuerySelectProps<T> extends Omit<SelectProps, 'options' | 'loading'> {
  /** Fetches what may be chosen. */
  of: { data: T | undefined; isPending: boolean; isError: boolean; error: Error | null; refetch: () => unknown }
  /** Before the answer is here, and when there is none, of nothing: what was chosen before keeps its name. */
  options: (data: T | undefined) => NonNullable<SelectProps['options']>
  /** Title of what is said when it cannot be fetched. */
  failed: string
  /** What is said below the title; the server's words, unless there are words of our own. */
  description?: string
}

/** A selection from what a query answers: it says that it loads, and that it failed. Stands in a `Form.Item` as a `Select` does. */
export function QuerySelect<T>({ of, options, failed, description, ...select }: QuerySelectProps<T>) {
  return (
    <>
      <Failed of={of} title={failed} description={description} inServersWords={!description} />
      <Select
        showSearch={{
          optionFilterProp: 'label',
          filterSort: (one, other, { searchValue }) =>
            rankOf(one['label'], searchValue) - rankOf(other['label'], searchValue),
        }}
        {...select}
        loading={of.isPending}
        options={options(of.data)}
      />
    </>
  )
}
