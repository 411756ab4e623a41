import { z } from 'zod'
import { countTraffic } from '#features/core/listing/count-traffic-db.server.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { sellerEndpoint, type Endpoint, type LineOutcome, type SellerCall } from './endpoint.ts'
import { itemNumber } from './fields.ts'
import { ApiProblem } from './problem.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'

const units = (description: string) => z.int().min(0).max(10_000_000).meta({ description })

const trafficBody = z
  .strictObject({
    item: itemNumber().meta({ description: 'The listing’s item number', example: '118304211004' }),
    day: z.iso
      .date()
      .refine((day) => day >= '2000-01-01' && day <= '2099-12-31', 'is not in the years 2000 to 2099')
      .meta({ description: 'Date in the marketplace’s time zone', example: '2026-11-22' }),
    impressions: units('Number of times the listing was shown'),
    views: units('Number of times the listing was opened'),
    watchers: units('Number of watchers at the end of the day'),
  })
  .meta({ id: 'TrafficBody', description: 'Traffic of a listing on one day' })

const traffic = z
  .object({ item: z.string(), day: z.string() })
  .meta({ id: 'Traffic', description: 'The recorded day of a listing' })

export const trafficEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/traffic',
    operationId: 'addTraffic',
    summary: 'Report a listing’s daily traffic',
    description:
      'A later report for the same day replaces the earlier one. As `application/x-ndjson`, the request takes up to 100,000 lines, each for one listing and day.',
    scope: 'traffic:write',
    body: trafficBody,
    example: { item: '118304211004', day: '2026-11-22', impressions: 420, views: 37, watchers: 3 },
    batch: true,
    happened: ({ day }) => ({ '/day': day }),
    answers: { 200: { description: 'Recorded', schema: traffic } },
    problems: ['no-such-listing'],
    handle: async (call) => {
      const [outcome] = await count(call, [call.body])
      const { error } = assertDefined(outcome, 'each day has an outcome')
      if (error) throw error
      return { status: 200, body: { item: call.body.item, day: call.body.day } }
    },
    handleLines: async (call) =>
      (await count(call, call.bodies)).map(({ error }): LineOutcome => (error ? { error } : { status: 200 })),
  }),
]

/** Stores traffic; days of listings the seller does not have are errors of their own. */
async function count(
  { seller, write }: Pick<SellerCall<never, never, never>, 'seller' | 'write'>,
  bodies: readonly z.output<typeof trafficBody>[],
): Promise<{ error: ApiProblem | null }[]> {
  const days = bodies.map((body) => ({ ...body, item: brand<ItemNumber>(body.item) }))
  const known = await write((db) => countTraffic(db, { sellerId: seller.id, days }))
  return known.map((isKnown) => ({
    error: isKnown
      ? null
      : new ApiProblem('no-such-listing', {
          errors: [{ pointer: '/item', detail: 'The seller has no such listing.' }],
        }),
  }))
}
