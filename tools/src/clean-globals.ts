import { vi } from 'vitest'

// The test files of a worker share its modules and globals: each file begins without what the one before it replaced.
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
