import { CamelCasePlugin } from 'kysely'

/** snake_case in the database, camelCase here; what stands in a jsonb value stays as it is. */
class Names extends CamelCasePlugin {
  /** A level stands behind an underscore, other numbers do not: `any_reviewer_level_1`, but `sha256` and `hl7_integration`. */
  override snakeCase(name: string): string {
    return super.snakeCase(name).replace(/level(?=\d)/, 'level_')
  }
  override camelCase(name: string): string {
    return super.camelCase(name)
  }
}

export const names = new Names({ maintainNestedObjectKeys: true })
export const toSnakeCase = (name: string) => names.snakeCase(name)
export const toCamelCase = (name: string) => names.camelCase(name)
