/**
 * The number of random histories, kills or property runs of a test: `short` in `./test`, `long` in `./test --long` before a release.
 * Works in Node and in browser tests, where vitest.config.ts injects the value.
 */
export const times = (short: number, long: number) => (process.env.LONG_TESTS === '1' ? long : short)
