/** Hours between two marks, of which the smallest that is enough is taken. */
const steps = [1, 2, 3, 6, 12, 24, 48, 96, 168]
const most = 4

/**
 * The marks of an axis of hours, evenly apart, the last one at or above what is drawn.
 * @param highest in minutes
 * @returns minutes
 */
export function hourMarks(highest: number): number[] {
  const hours = highest / 60
  const step = steps.find((one) => one * most >= hours) ?? Math.ceil(hours / most / 168) * 168
  const count = Math.max(1, Math.ceil(hours / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step * 60)
}
