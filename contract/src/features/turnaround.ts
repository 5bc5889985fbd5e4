import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { managers } from '../roles.ts'
import { id, idOf, text, version } from '../shapes.ts'

/** The default time for a job, in minutes, if neither its work type nor its facility has one (Q200). */
export const usualMinutes = { ROUTINE: 24 * 60, STAT: 2 * 60 } as const

export const targetLimits = { least: 1, most: 30 * 24 * 60 } as const
export const targetOutside = 'Set a target between 1 minute and 30 days.'

export const lineLimits = { least: 40, most: 132 } as const
export const lineOutside = 'Set a line length between 40 and 132 characters.'

/** Minutes; null: the more general target applies. */
const target = z.nullable(
  z
    .number({ error: targetOutside })
    .check(
      z.int(targetOutside),
      z.minimum(targetLimits.least, targetOutside),
      z.maximum(targetLimits.most, targetOutside),
    ),
)
const targets = { routineMinutes: target, statMinutes: target }

const WorkTypeTargets = z.strictObject({ workType: text(200, 1), ...targets })
export type WorkTypeTargets = z.output<typeof WorkTypeTargets>

/** Time limits for the jobs of a facility: for any work type, and for specific ones. */
export const FacilityTargets = z.object({
  facilityId: id,
  facilityName: z.string(),
  ...targets,
  workTypes: z.array(WorkTypeTargets),
  version,
})
export type FacilityTargets = z.output<typeof FacilityTargets>

const isEachOnce = (rows: WorkTypeTargets[]) => new Set(rows.map(({ workType }) => workType)).size === rows.length

export const LineLength = z.object({ lineCharacters: z.number(), version })
export type LineLength = z.output<typeof LineLength>

export const turnaroundRefusals = defineRefusals({
  workTypeUnknown: {
    status: 422,
    code: 'work-type-unknown',
    message: 'One of the work types no longer belongs to this facility. Close this and open it again.',
  },
})

export const turnaroundCalls = defineCalls({
  listTargets: {
    method: 'GET',
    path: '/clinic/turnaround',
    summary: 'The turnaround targets of the caller’s facilities, in general and by work type.',
    callers: managers,
    result: FacilityTargets,
    example: {},
  },
  setTargets: {
    method: 'PUT',
    path: '/clinic/facility/{facilityId}/turnaround',
    summary: 'Sets the turnaround targets of a facility. They apply to jobs submitted from now on.',
    callers: managers,
    params: z.object({ facilityId: idOf('facility') }),
    body: z.strictObject({
      ...targets,
      workTypes: z
        .array(WorkTypeTargets)
        .check(z.maxLength(500, 'That’s too many.'), z.refine(isEachOnce, 'A work type is listed twice.')),
      version,
    }),
    result: FacilityTargets,
    example: {
      params: { facilityId: '$facility' },
      body: {
        routineMinutes: 720,
        statMinutes: null,
        workTypes: [{ workType: 'Consultation', routineMinutes: 240, statMinutes: 60 }],
        version: 0,
      },
    },
  },
  getLineLength: {
    method: 'GET',
    path: '/clinic/line-length',
    summary: 'The number of characters in a line in this clinic (Q205).',
    callers: ['clinicAdmin'],
    result: LineLength,
    example: {},
  },
  setLineLength: {
    method: 'PUT',
    path: '/clinic/line-length',
    summary: 'Sets the number of characters in a line. It applies to work completed or approved from now on.',
    callers: ['clinicAdmin'],
    body: z.strictObject({
      lineCharacters: z
        .number({ error: lineOutside })
        .check(z.int(lineOutside), z.minimum(lineLimits.least, lineOutside), z.maximum(lineLimits.most, lineOutside)),
      version,
    }),
    result: LineLength,
    example: { body: { lineCharacters: 65, version: 0 } },
  },
})
