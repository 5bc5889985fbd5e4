import { CamelCasePlugin } from 'kysely'

/** Maps snake_case in the database to camelCase here. Keys inside jsonb values stay unchanged. */
class Names extends CamelCasePlugin {
  /** An underscore goes before a level, but not before other numbers: `any_reviewer_level_1`, but `sha256` and `hl7_integration`. */
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
