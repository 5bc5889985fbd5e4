import { rateUnitsOfDollar } from '@dictara/contract/line-counts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const rates = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const decimals = (most: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: most, maximumFractionDigits: most })
const [twoDecimals, oneDecimal] = [decimals(2), decimals(1)]

/** Shown for an unknown amount. */
const none = '–'

export const payText = (cents: number | null) => (cents === null ? none : dollars.format(cents / 100))
/** A rate in readable form, e.g. $0.095. */
export const rateText = (rate: number) => rates.format(rate / rateUnitsOfDollar)
export const linesText = (lines: number) => twoDecimals.format(lines)
export const minutesOf = (seconds: number) => oneDecimal.format(seconds / 60)
export const countText = (count: number) => count.toLocaleString('en-US')
