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
import { answersOf, requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { itemNumber, optional, text } from './fields.ts'
import { ApiProblem, type FieldProblem } from './problem.ts'
import { readOne } from './resource.ts'
import { awayListings, formatTimeAway, timeAwayOfSeller } from './seller-away.ts'
import type { ApiSeller } from './sellers-by-id.ts'

const day = (description: string) => z.iso.date().meta({ description, example: '2026-12-21' })

const timeAwayBody = z
  .strictObject({
    from: day('First day away, in the seller’s time zone: today or later'),
    to: day(`Last day away; at most ${maxDaysAway} days in total`),
    message: optional(text(maxAwayMessage)).meta({ description: 'Message shown to buyers meanwhile' }),
    listings: awayListings,
    except: z
      .array(itemNumber())
      .max(maxAwayExceptions)
      .optional()
      .meta({ description: 'Item numbers of listings that do the opposite. Default: none' }),
  })
  .meta({ id: 'TimeAwayBody', description: 'Days on which a seller is away' })

const timeAway = timeAwayOfSeller
  .extend({ except: z.array(z.string()).describe('Item numbers of listings that do the opposite') })
  .meta({ id: 'TimeAway', description: 'Days on which a seller is away' })

function writeTimeAway({ away, exceptions }: TimeAwaySetting, seller: ApiSeller): z.input<typeof timeAway> | null {
  if (away === null) return null
  return { ...formatTimeAway(away, seller), except: exceptions.map(({ itemNumber: item }) => item) }
}

const details: Readonly<Record<NonNullable<AwayProblems['from'] | AwayProblems['to']>, string>> = {
  'not-a-day': 'The date does not exist.',
  past: 'The date is in the past.',
  begun: 'The time away has begun: its first day cannot be changed.',
  'too-far': 'The date is more than a year ahead.',
  'ends-before': 'The date is before the first day.',
  'too-long': `The time away is longer than ${maxDaysAway} days.`,
}

const missing = 'The seller has no present or planned time away.'

export const timeAwayEndpoints: Endpoint[] = [
  readOne({
    path: 'time-away',
    operationId: 'getTimeAway',
    summary: 'Retrieve a seller’s time away',
    description: 'Returns the present or planned time away. The seller’s `away` has the same data, without `except`.',
    scope: 'sellers:read',
    noun: 'time away',
    schema: timeAway,
    find: async (db, { hub, seller }) => writeTimeAway(await readTimeAway(db, seller.id, hub.now()), seller),
    write: (written) => written,
    missing,
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/time-away',
    operationId: 'saveTimeAway',
    summary: 'Set a seller’s time away',
    description:
      'Replaces the present or planned time away. Days away are not working days: ship-by deadlines of orders paid meanwhile fall after them, and deadlines promised before stay. Paused listings only accept orders that were placed and paid before.',
    scope: 'sellers:write',
    body: timeAwayBody,
    example: { from: '2026-12-21', to: '2026-12-27', message: 'We are skiing.', listings: 'PAUSE' },
    versioned: true,
    answers: answersOf(timeAway, { 200: 'The time away replaced another one', 201: 'The time away was created' }),
    problems: ['no-such-listing'],
    handle: async ({ hub, seller, body, ifMatch, write }) =>
      write(async (db) => {
        const now = hub.now()
        const before = await readTimeAway(db, seller.id, now)
        requireMatch(ifMatch, writeTimeAway(before, seller))
        requireDays(body, { present: before.away, today: dateAt(now, seller.time_zone) })
        const found = await findAwayListings(db, seller.id, body.except ?? [])
        const unknown = (body.except ?? []).findIndex((item) => !found.has(item))
        if (unknown >= 0)
          throw new ApiProblem('no-such-listing', {
            errors: [{ pointer: `/except/${unknown}`, detail: 'There is no such listing on sale or scheduled.' }],
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
  }),
  sellerEndpoint({
    route: 'DELETE /sellers/{seller}/time-away',
    operationId: 'removeTimeAway',
    summary: 'End a seller’s time away',
    description: 'A present time away ends today, which becomes a working day again; a planned one is cancelled.',
    scope: 'sellers:write',
    answers: { 204: { description: 'Ended or cancelled', schema: null } },
    handle: async ({ hub, seller, write }) => {
      if (!(await write((db) => endTimeAway(db, seller.id, hub.now()))))
        throw new ApiProblem('not-found', { detail: missing })
      return { status: 204 }
    },
  }),
]

function requireDays(days: Pick<TimeAway, 'from' | 'to'>, given: Parameters<typeof awayProblems>[1]): void {
  const problems = awayProblems(days, given)
  const errors = Object.entries(problems).map(([field, problem]): FieldProblem => ({
    pointer: `/${field}`,
    detail: details[problem as keyof typeof details],
  }))
  if (errors.length > 0) throw new ApiProblem('invalid-body', { errors })
}
