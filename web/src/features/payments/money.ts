import type { SubscriptionPlan } from '@dictara/contract/payments'

/** "$75.00": an amount in whole currency units, with two decimals (BILL-42). */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: 2 }).format(amount)

/** "$810.00 per 12 months" */
export const priceOf = ({ amount, currencyCode, interval }: SubscriptionPlan): string => {
  const price = money(amount, currencyCode)
  if (interval === 0) return price
  return `${price} per ${interval === 1 ? 'month' : `${interval} months`}`
}
