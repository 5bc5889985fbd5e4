import type { FieldRule } from '@dictara/contract/fields'

/** What is wrong with a value by the rules of its field, in words; the first of them. */
export function problemOf(rules: readonly FieldRule[], value: string): string | undefined {
  for (const { required, pattern, max, message, transform } of rules) {
    const text = transform ? transform(value) : value
    if (required && value.trim() === '') return message
    if (max !== undefined && text.length > max) return message
    if (pattern && !pattern.test(text)) return message
  }
  return undefined
}
