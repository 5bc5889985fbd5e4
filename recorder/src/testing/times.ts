/** How often something is tried that has to hold each time: `long` times in `./test --long`, else `short` times. */
export const times = (short: number, long: number): number => (process.env['DICTARA_LONG_TESTS'] === '1' ? long : short)
