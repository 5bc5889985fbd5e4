/** The offered options and the earlier choice, which keeps its name in the form if it is no longer offered (Q054). */
export const withKept = <Key extends string, T extends Record<Key, string>>(
  offered: readonly T[],
  chosen: readonly T[] | undefined,
  key: Key,
): T[] => [...offered, ...(chosen ?? []).filter((one) => !offered.some((other) => other[key] === one[key]))]
