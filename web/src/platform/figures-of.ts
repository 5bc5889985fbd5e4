/** The first `count` digits of a code that was typed, pasted with a space in the middle, or broken by a mail program. */
export const figuresOf = (text: string, count: number) => text.replaceAll(/\D/g, '').slice(0, count)
