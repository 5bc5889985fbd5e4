/** A line of an `icd10cm-order` file. The code has no dot. */
export interface TestCode {
  code: string
  description: string
  short?: string
  billable?: boolean
}

/** Builds an `icd10cm-order` file in its published format. */
export const orderFile = (codes: readonly TestCode[]): string =>
  codes
    .map(({ code, description, short = description, billable = true }, at) => {
      const number = String(at + 1).padStart(5, '0')
      return `${number} ${code.padEnd(7)} ${billable ? 1 : 0} ${short.slice(0, 60).trim().padEnd(60)} ${description}\n`
    })
    .join('')

/** Builds an `icd10cm-codes` file in its published format. */
export const codesFile = (codes: readonly TestCode[]): string =>
  codes.map(({ code, description }) => `${code.padEnd(8)}${description}\n`).join('')
