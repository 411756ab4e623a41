import { z } from 'zod'
import { beaconLifetime, beaconLimits, pageNamePattern, timingKeys, type Beacon } from '#lib/beacon.ts'
import { cleanMessage } from '#lib/script-errors.ts'

const page = z.string().regex(pageNamePattern)
const milliseconds = z.number().min(0).max(beaconLifetime).optional()
const count = z.number().int().min(1).max(beaconLimits.count)

const beaconSchema = z.strictObject({
  page,
  views: z
    .record(page, count)
    .refine((views) => Object.keys(views).length > 0 && Object.keys(views).length <= beaconLimits.views),
  actions: z
    .array(z.strictObject({ page, tracking: z.unknown().refine(isStorable) }))
    .max(beaconLimits.actions)
    .optional(),
  speed: z
    .strictObject({
      lcp: milliseconds,
      inp: milliseconds,
      cls: z.number().min(0).max(10_000).optional(),
      ttfb: milliseconds,
    })
    .optional(),
  timing: z.partialRecord(z.enum(timingKeys), z.number().int().min(0).max(beaconLifetime)).optional(),
  errors: z
    .array(
      z.strictObject({
        message: z.string().max(beaconLimits.text).transform(cleanMessage),
        line: z.number().int().min(0).max(beaconLimits.line),
        // Paths with a query are rejected rather than truncated; our pages never send one.
        path: z
          .string()
          .max(beaconLimits.text)
          .regex(/^\/[^?#\0]*$/)
          .refine((path) => path.isWellFormed()),
        count,
      }),
    )
    .max(beaconLimits.errors)
    .optional(),
  errorCount: count.or(z.literal(0)).optional(),
  returning: z.boolean().optional(),
})

/** Parses a beacon; null if invalid or larger than allowed. */
export function readBeacon(text: string): Beacon | null {
  const result = beaconSchema.safeParse(parsed(text))
  if (!result.success) return null
  const { errors = [], errorCount = 0, actions = [] } = result.data
  const isSound =
    errors.length <= errorCount && actions.every(({ tracking }) => sizeOf(tracking) <= beaconLimits.tracking)
  return isSound ? result.data : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const sizeOf = (value: unknown) => JSON.stringify(value).length

/** Whether PostgreSQL accepts the value as jsonb: no NUL, no lone surrogates, limited depth. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return value !== undefined
  if (depth === beaconLimits.depth) return false
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part, depth + 1))
}
