import { z } from 'zod'
import {
  awayProblems,
  maxAwayExceptions,
  maxAwayMessage,
  maxDaysAway,
  type AwayProblems,
  type TimeAway,
} from '#features/core/time-away/time-away.ts'
import {
  endTimeAway,
  findAwayListings,
  readTimeAway,
  saveTimeAway,
  type TimeAwaySetting,
} from '#features/orders/time-away/time-away-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { itemNumber, optional, text } from './fields.ts'
import { ApiProblem, type FieldProblem } from './problem.ts'
import { awayListings, formatTimeAway, timeAwayOfSeller } from './seller-away.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { noQuery, sellerParams } from './sellers.ts'

const day = (description: string) => z.iso.date().meta({ description, example: '2026-12-21' })

const timeAwayBody = z
  .strictObject({
    from: day('The first day away, in the seller’s zone: today or later'),
    to: day(`The last day away; at most ${maxDaysAway} days in all`),
    message: optional(text(maxAwayMessage)).meta({ description: 'What buyers read meanwhile' }),
    listings: awayListings,
    except: z
      .array(itemNumber())
      .max(maxAwayExceptions)
      .optional()
      .meta({ description: 'Item numbers of listings that do the other; none, where it is left out' }),
  })
  .meta({ id: 'TimeAwayBody', description: 'Days in which a seller is away' })

const timeAway = timeAwayOfSeller
  .extend({ except: z.array(z.string()).describe('Item numbers of listings that do the other') })
  .meta({ id: 'TimeAway', description: 'Days in which a seller is away' })

function writeTimeAway({ away, exceptions }: TimeAwaySetting, seller: ApiSeller): z.input<typeof timeAway> | null {
  if (away === null) return null
  return { ...formatTimeAway(away, seller), except: exceptions.map(({ itemNumber: item }) => item) }
}

const details: Readonly<Record<NonNullable<AwayProblems['from'] | AwayProblems['to']>, string>> = {
  'not-a-day': 'It is no day.',
  past: 'It is in the past.',
  begun: 'The time away has begun: its first day stays.',
  'too-far': 'It is more than a year ahead.',
  'ends-before': 'It is before the first day.',
  'too-long': `It is more than ${maxDaysAway} days after the first.`,
}

const none = () => new ApiProblem('not-found', { detail: 'The seller is not away, and plans no time away.' })
const path = '/sellers/{seller}/time-away'

/** Times in which sellers are away. */
export const timeAwayEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'GET',
      path,
      operationId: 'getTimeAway',
      tag: 'Sellers',
      summary: 'Retrieve a seller’s time away',
      description: 'Present or to come; the seller has it as `away`, without `except`.',
      scope: 'sellers:read',
      params: sellerParams,
      query: noQuery,
      body: null,
      answers: { 200: { description: 'The time away', schema: timeAway } },
      problems: [],
    },
    async ({ hub, seller, read }) => {
      const body = writeTimeAway(await read((db) => readTimeAway(db, seller.id, hub.now())), seller)
      if (!body) throw none()
      return { status: 200, body }
    },
  ),
  sellerEndpoint(
    {
      method: 'PUT',
      path,
      operationId: 'saveTimeAway',
      tag: 'Sellers',
      summary: 'Set a seller’s time away',
      description:
        'It takes the place of the present or planned one. Days away are no working days: ship-by times of orders paid meanwhile are after them, and those promised before stay. Paused listings take no orders but those that were placed and paid before.',
      scope: 'sellers:write',
      params: sellerParams,
      query: noQuery,
      body: timeAwayBody,
      example: { from: '2026-12-21', to: '2026-12-27', message: 'We are skiing.', listings: 'PAUSE' },
      versioned: true,
      answers: {
        200: { description: 'The time away, in place of another', schema: timeAway },
        201: { description: 'The time away', schema: timeAway },
      },
      problems: ['no-such-listing'],
    },
    async ({ hub, seller, body, ifMatch, write }) =>
      write(async (db) => {
        const now = hub.now()
        const before = await readTimeAway(db, seller.id, now)
        requireMatch(ifMatch, writeTimeAway(before, seller))
        requireDays(body, { present: before.away, today: dateAt(now, seller.time_zone) })
        const found = await findAwayListings(db, seller.id, body.except ?? [])
        const unknown = (body.except ?? []).findIndex((item) => !found.has(item))
        if (unknown >= 0)
          throw new ApiProblem('no-such-listing', {
            errors: [{ pointer: `/except/${unknown}`, detail: 'There is no such listing on sale or planned.' }],
          })
        await saveTimeAway(db, {
          sellerId: seller.id,
          away: { from: body.from, to: body.to, message: body.message?.trim() ?? '', listings: body.listings },
          exceptions: [...found.values()].map(({ id }) => id),
          now,
        })
        const after = assertDefined(writeTimeAway(await readTimeAway(db, seller.id, now), seller), 'it was saved')
        return { status: before.away ? 200 : 201, body: after }
      }),
  ),
  sellerEndpoint(
    {
      method: 'DELETE',
      path,
      operationId: 'removeTimeAway',
      tag: 'Sellers',
      summary: 'End a seller’s time away',
      description: 'A present one ends today, which is a day of work again; a planned one is cancelled.',
      scope: 'sellers:write',
      params: sellerParams,
      query: noQuery,
      body: null,
      answers: { 204: { description: 'The seller is not away', schema: null } },
      problems: [],
    },
    async ({ hub, seller, write }) => {
      if (!(await write((db) => endTimeAway(db, seller.id, hub.now())))) throw none()
      return { status: 204 }
    },
  ),
]

function requireDays(days: Pick<TimeAway, 'from' | 'to'>, given: Parameters<typeof awayProblems>[1]): void {
  const problems = awayProblems(days, given)
  const errors = Object.entries(problems).map(([field, problem]): FieldProblem => ({
    pointer: `/${field}`,
    detail: details[problem as keyof typeof details],
  }))
  if (errors.length > 0) throw new ApiProblem('invalid-body', { errors })
}
