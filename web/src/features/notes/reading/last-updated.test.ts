import { expect, test } from 'vitest'
import { lastUpdated } from './last-updated.ts'

const now = new Date('2026-11-20T20:30:00Z')
const shown = (iso: string, timeZone: string) => lastUpdated(iso, timeZone, now)

test('what is no older than twelve hours, and of today, shows its time; anything else its full date [JOBS-60]', () => {
  expect(shown('2026-11-20T20:29:59Z', 'America/New_York')).toBe('Today 15:29:59')
  expect(shown('2026-11-20T08:30:00Z', 'America/New_York')).toBe('Today 03:30:00')
  expect(shown('2026-11-20T08:29:59Z', 'America/New_York')).toBe('Nov 20, 2026 03:29:59')
  expect(shown('2025-11-20T20:00:00Z', 'America/New_York')).toBe('Nov 20, 2025 15:00:00')
})

test('the day is that of the facility, wherever the reader is [JOBS-60]', () => {
  expect(shown('2026-11-20T14:59:00Z', 'Asia/Tokyo')).toBe('Nov 20, 2026 23:59:00')
  expect(shown('2026-11-20T15:00:00Z', 'Asia/Tokyo')).toBe('Today 00:00:00')
})
