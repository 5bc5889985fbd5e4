const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/**
 * What another system told, in a form that PostgreSQL takes: without NUL characters and halves of pairs, each text cut to `most`
 * characters. A text that was cut ends in `…`.
 */
export function storable<T>(told: T, most: number): T
export function storable(told: unknown, most: number): unknown {
  if (typeof told === 'string') return cut(told.replaceAll('\0', ''), most).toWellFormed()
  if (Array.isArray(told)) return told.map((one: unknown) => storable(one, most))
  if (told === null || typeof told !== 'object' || told instanceof Date) return told
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, storable(value as unknown, most)]))
}
