import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { FeePack } from './fee.ts'

declare module '#web/hub.ts' {
  interface HubConfig {
    /** What the marketplace takes of a sale. */
    feePack: FeePack
  }
}

const bps = z.number().int().min(0).max(10_000)
const minor = z.number().int().min(0)

/** Steps rise, and only the last one has no end. */
function rises(ends: readonly (number | undefined)[]): boolean {
  return ends.every((end, index) =>
    index === ends.length - 1 ? end === undefined : end !== undefined && end > (ends[index - 1] ?? 0),
  )
}

const scheduleSchema = z.object({
  mode: z.enum(['MARGINAL', 'WHOLE']),
  tiers: z
    .array(z.object({ upTo: minor.optional(), bps }))
    .min(1)
    .refine((tiers) => rises(tiers.map(({ upTo }) => upTo)), 'tiers that rise, the last without upTo'),
})

const packSchema = z.object({
  id: z.string().min(1),
  asOf: z.iso.date(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  fees: z.object({
    perOrder: z
      .array(z.object({ orderTotalMax: minor.optional(), fee: minor }))
      .min(1)
      .refine(
        (steps) => rises(steps.map(({ orderTotalMax }) => orderTotalMax)),
        'steps that rise, the last without end',
      ),
    schedules: z
      .record(z.string(), scheduleSchema)
      .refine((schedules) => 'DEFAULT' in schedules, 'a schedule named DEFAULT'),
    insertion: z.object({ freePerMonth: z.number().int().min(0), fee: minor }),
  }),
})

/** The file of fees breaks its rules; each problem with the place in the file. */
export class FeePackError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'FeePackError'
    this.problems = problems
  }
}

/** The bundled pack. */
export const bundledFeePack = new URL('./fee-pack.json', import.meta.url)

/** Reads a pack of fees. Throws FeePackError with everything that is wrong. */
export function readFeePack(file: string | URL): FeePack {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new FeePackError([error instanceof Error ? error.message : String(error)])
  }
  const read = packSchema.safeParse(json)
  if (!read.success)
    throw new FeePackError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  return read.data
}
