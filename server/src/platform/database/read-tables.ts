import type pg from 'pg'
import { toCamelCase, toSnakeCase } from './names.ts'

interface Column {
  table: string
  column: string
  type: string
  isRequired: boolean
  isComputed: boolean
  hasDefault: boolean
  /** The constraint that lists the allowed values. */
  oneOf: string | null
}

/** TypeScript types of the values that the driver returns, with the parsers of connection.ts. */
const types: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  integer: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

function typeOf(column: Column): string {
  const { table, type, oneOf } = column
  if (type === 'jsonb') return `Json<'${table}.${toCamelCase(column.column)}'>`
  if (type.endsWith('[]')) return `${typeOf({ ...column, type: type.slice(0, -2), oneOf: null })}[]`
  if (oneOf) return [...oneOf.matchAll(/'([^']*)'::text/g)].map(([, word]) => `'${word!}'`).join(' | ')
  const known = types[type]
  if (!known) throw new Error(`Nobody knows how the driver gives ${type}, the type of ${table}.${column.column}.`)
  return known
}

function lineOf(column: Column): string {
  const name = toCamelCase(column.column)
  if (toSnakeCase(name) !== column.column) throw new Error(`${column.column} has no name of its own in camelCase.`)
  const held = `${typeOf(column)}${column.isRequired ? '' : ' | null'}`
  if (column.isComputed) return `    ${name}: GeneratedAlways<${held}>`
  const line = `    ${name}: ${column.hasDefault ? `Defaulted<${held}>` : held}`
  if (line.length <= 120 || column.hasDefault) return line
  return `    ${name}:\n${held
    .split(' | ')
    .map((one) => `      | ${one}`)
    .join('\n')}`
}

/** Builds the text of tables.ts from the catalogue of a migrated database. */
export async function readTables(client: pg.ClientBase | pg.Pool): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as "isRequired",
      a.attgenerated <> '' or a.attidentity = 'a' as "isComputed", a.atthasdef or a.attidentity = 'd' as "hasDefault",
      (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
        and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' limit 1) as "oneOf"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname collate "C", a.attnum`)
  const tables = Map.groupBy(rows, ({ table }) => toCamelCase(table))
  const shapes = [...tables].map(
    ([table, columns]) => `  ${table}: {\n${columns.map((one) => lineOf({ ...one, table })).join('\n')}\n  }`,
  )
  return `// Made by \`npm run tables\` from the migrated database; tables.test.ts tells when the two differ.
import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from './columns.ts'

/** Every table, by its camelCase name. */
export interface Tables {
${shapes.join('\n')}
}
`
}
