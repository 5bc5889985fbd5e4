/** Possible distances between two marks, in hours. The smallest one that suffices is used. */
const steps = [1, 2, 3, 6, 12, 24, 48, 96, 168]
const most = 4

/**
 * Returns evenly spaced marks for an axis of hours. The last mark is at or above the highest value.
 * @param highest in minutes
 * @returns minutes
 */
export function hourMarks(highest: number): number[] {
  const hours = highest / 60
  const step = steps.find((one) => one * most >= hours) ?? Math.ceil(hours / most / 168) * 168
  const count = Math.max(1, Math.ceil(hours / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step * 60)
}
