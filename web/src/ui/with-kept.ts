/** What may be chosen, and what was chosen before and is not offered any more: it keeps its name in the form (Q054). */
export const withKept = <Key extends string, T extends Record<Key, string>>(
  offered: readonly T[],
  chosen: readonly T[] | undefined,
  key: Key,
): T[] => [...offered, ...(chosen ?? []).filter((one) => !offered.some((other) => other[key] === one[key]))]
