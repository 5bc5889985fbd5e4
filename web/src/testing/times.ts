/** How many of what is tried again and again: a few in `./test`, all of them in `./test --long`. */
export const times = (short: number, long: number): number => (process.env['DICTARA_LONG_TESTS'] === '1' ? long : short)
