/** The figures of a code, at most `count`: as it is typed, pasted with a blank in its middle, or cut by a mail program. */
export const figuresOf = (text: string, count: number) => text.replaceAll(/\D/g, '').slice(0, count)
