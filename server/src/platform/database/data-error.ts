/**
 * Whether PostgreSQL refused a value: one that its type or JSON can't hold (SQLSTATE class 22), or that is too long for an index
 * (class 54). The same value is refused each time.
 */
export const isDataError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|54)\w{3}$/.test(error.code)
