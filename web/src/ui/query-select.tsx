import { Select, type SelectProps } from 'antd'
import { Failed } from './failed.tsx'

/** Ranks exact matches first, then names that begin with the search, then names with a word that does, then all other matches. */
function rankOf(label: unknown, written: string): number {
  const [name, search] = [String(label).toLowerCase(), written.toLowerCase()]
  if (name === search) return 0
  if (name.startsWith(search)) return 1
  return name.includes(` ${search}`) ? 2 : 3
}

interface QuerySelectProps<T> extends Omit<SelectProps, 'options' | 'loading'> {
  /** The query that fetches the options. */
  of: { data: T | undefined; isPending: boolean; isError: boolean; error: Error | null; refetch: () => unknown }
  /** Makes the options. Also called without data, before the answer or after a failure, so that an earlier choice keeps its name. */
  options: (data: T | undefined) => NonNullable<SelectProps['options']>
  /** Title of the message if the query failed. */
  failed: string
  /** Text below the title; default: the server's message. */
  description?: string
}

/** A select for the answer of a query; shows loading and failure. Use it in a `Form.Item` like a `Select`. */
export function QuerySelect<T>({ of, options, failed, description, ...select }: QuerySelectProps<T>) {
  return (
    <>
      {/* Options that could only not be fetched again can still be chosen. */}
      {of.data === undefined && (
        <Failed of={of} title={failed} description={description} inServersWords={!description} />
      )}
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
