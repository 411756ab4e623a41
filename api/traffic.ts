import { z } from 'zod'
import { countTraffic } from '#features/listing/count-traffic-db.server.ts'
import type { ItemNumber } from '#features/listing/listing.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { itemNumber } from './fields.ts'
import { ApiProblem } from './problem.ts'
import { noQuery, sellerParams } from './sellers.ts'

const count = (description: string) => z.int().min(0).max(10_000_000).meta({ description })

const trafficBody = z
  .strictObject({
    item: itemNumber().meta({ description: 'The listing’s item number', example: '118304211004' }),
    day: z.iso
      .date()
      .refine((day) => day >= '2000-01-01' && day <= '2099-12-31', 'is not in the years 2000 to 2099')
      .meta({ description: 'The marketplace’s day', example: '2026-11-22' }),
    impressions: count('How often it was shown'),
    views: count('How often it was opened'),
    watchers: count('How many watched it at the end of the day'),
  })
  .meta({ id: 'TrafficBody', description: 'Who looked at a listing on a day' })

const traffic = z
  .object({ item: z.string(), day: z.string() })
  .meta({ id: 'Traffic', description: 'A day of a listing that was counted' })

/** Daily traffic of listings. */
export const trafficEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/traffic',
      tag: 'Listings',
      summary: 'Tell the traffic of a listing on a day',
      description:
        'Said again for the same day, what is said last holds. As `application/x-ndjson` it takes up to 10,000 lines, a listing and a day each.',
      scope: 'traffic:write',
      params: sellerParams,
      query: noQuery,
      body: trafficBody,
      example: { item: '118304211004', day: '2026-11-22', impressions: 420, views: 37, watchers: 3 },
      batch: true,
      answers: { 200: { description: 'It is kept', schema: traffic } },
      problems: ['no-such-listing'],
    },
    async ({ seller, body, write }) => {
      const isKnown = await write((db) =>
        countTraffic(db, { ...body, sellerId: seller.id, item: body.item as ItemNumber }),
      )
      if (!isKnown)
        throw new ApiProblem('no-such-listing', { errors: [{ pointer: '/item', detail: 'There is none.' }] })
      return { status: 200, body: { item: body.item, day: body.day } }
    },
  ),
]
