import type { FieldRule } from '@dictara/contract/fields'

/** The first problem of a value by the rules of its field, as text. */
export function problemOf(rules: readonly FieldRule[], value: string): string | undefined {
  for (const { required, pattern, max, message, transform } of rules) {
    const text = transform ? transform(value) : value
    if (required && value.trim() === '') return message
    if (max !== undefined && text.length > max) return message
    if (pattern && !pattern.test(text)) return message
  }
  return undefined
}
