/**
 * How often a test tries a random history, kill or property: `short` in `./test`, `long` in `./test --long`, which runs before a
 * release. Works in Node and in the page of a browser test, where vitest.config.ts injects the value.
 */
export const times = (short: number, long: number) => (process.env.LONG_TESTS === '1' ? long : short)
