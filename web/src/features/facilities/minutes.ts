export const units = { min: 1, h: 60 } as const
export type Unit = keyof typeof units

/** Whole hours are shown as hours. */
export const unitOf = (minutes: number): Unit => (minutes % units.h === 0 ? 'h' : 'min')

/** A target in the unit in which it was set: "24 h", "90 min". */
export const minutesText = (minutes: number): string => {
  const unit = unitOf(minutes)
  return `${minutes / units[unit]} ${unit}`
}
