import { z } from 'zod'
import {
  defaultReportsEvery,
  directions,
  maxRefusals,
  refusedKey,
  sentKinds,
  toSendAgain,
  type Connection,
  type ConnectionReport,
} from '#features/operator/connections/connection.ts'
import { findConnection, lockConnection, saveReport } from '#features/operator/connections/connections-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Hub } from '#web/hub.ts'
import { placeInFeed } from './cursor.ts'
import { answersOf, marketplaceEndpoint, requireMatch, type Endpoint } from './endpoint.ts'
import { eventsList } from './events.ts'
import { id, moment, optional, sentMoment, text } from './fields.ts'
import { ApiProblem } from './problem.ts'

const connectionParams = z.strictObject({
  connection: id().meta({ description: 'The connector’s name of the connection', example: 'vendure' }),
})

const count = (description: string) => z.number().int().min(0).max(2_147_483_647).meta({ description })
const counts = z.strictObject({
  listings: count('Listings of the shop that are in the hub'),
  orders: count('Orders of the shop that are in the hub'),
  told: count('Parcels, refunds and stock levels of the hub that are in the shop'),
  waiting: count('Items held back until something else happens, such as orders of a listing that is a draft'),
  refused: count('Items that one side refused'),
})

const itemName = {
  direction: z.enum(directions).meta({ description: 'Where the item was sent' }),
  kind: z.enum(sentKinds),
  seller: text(100).meta({ description: 'The seller’s id in the marketplace', example: 's-42' }),
  id: text(300).meta({
    description: 'The item’s id: the shop’s for listings and orders, the hub’s for parcels and refunds',
    example: 'A-1001',
  }),
}

const reasonCode = () => optional(text(60))
const reasonParams = () =>
  z
    .record(text(40), z.union([z.number(), z.string().max(1_000)]))
    .refine((named) => Object.keys(named).length <= 20, 'has more than 20 values')
    .nullish()

const refusedBody = z.strictObject({
  ...itemName,
  about: optional(text(300)).meta({
    description: 'The shop’s id of the order or listing to which a parcel, refund or stock level belongs',
  }),
  reason: text(1_000).meta({ description: 'Why it was refused or is held back, for people' }),
  code: reasonCode().meta({
    description:
      'The reason for programs: a problem type without its prefix, or a code of the connector kit. The hub’s page words codes that it knows in its reader’s language',
    example: 'does-not-add-up',
  }),
  params: reasonParams().meta({
    description: 'Values of the reason',
    example: { hub: '45.00 GBP', shop: '44.99 GBP' },
  }),
  since: moment().meta({ description: 'When this reason was first reported for the item' }),
})

const connectionBody = z
  .strictObject({
    shop: z
      .strictObject({
        kind: text(60).meta({ description: 'Name of the shop system', example: 'Vendure' }),
        version: optional(text(60)).meta({ description: 'Version of the shop system', example: '3.7.3' }),
      })
      .meta({ description: 'The connected shop' }),
    connector: z
      .strictObject({
        version: optional(text(60)).meta({ description: 'Version of the connector', example: '0.1.0' }),
        kit: optional(text(60)).meta({ description: 'Version of the connector kit', example: '0.1.0' }),
      })
      .nullish()
      .meta({ description: 'The program that reports' }),
    reportsEvery: z
      .number()
      .int()
      .min(1)
      .max(86_400)
      .nullish()
      .meta({
        description: `Seconds between reports. The connection counts as silent after three times as long without one, and after five minutes at the earliest. Default: ${defaultReportsEvery}`,
      }),
    shopReadAt: moment().nullish().meta({ description: 'When the shop was last read to the end. Default: never' }),
    hubReadAt: moment().nullish().meta({ description: 'When events were last read to the end. Default: never' }),
    after: z.string().max(500).nullish().meta({
      description: 'Cursor of `GET /events` up to which events are processed: the `next` value of the last page',
      example: 'x1f0…',
    }),
    failure: optional(text(1_000)).meta({ description: 'Why the last round failed. Default: it succeeded' }),
    failureCode: reasonCode().meta({
      description: 'The failure for programs, as `code` of a refused item',
      example: 'shop-away',
    }),
    failureParams: reasonParams().meta({
      description: 'Values of the failure',
      example: { detail: 'Vendure answered 502.' },
    }),
    counts,
    takesOffers: z.boolean().nullish().meta({
      description:
        'Whether the shop takes buyers’ offers. Default: it does. Otherwise, sellers cannot switch best offers on',
    }),
    refused: z
      .array(refusedBody)
      .max(maxRefusals)
      .refine((items) => new Set(items.map(refusedKey)).size === items.length, 'name an item twice')
      .meta({ description: `Items refused or held back, the newest ${maxRefusals} of them` }),
    sentAgain: moment().nullish().meta({
      description:
        'The `askedAt` of the last `sendAgain` that the connector has carried out. Earlier requests end, too',
    }),
  })
  .meta({ id: 'ConnectionBody', description: 'A connector’s report of itself' })

const connection = z
  .object({
    name: z.string(),
    shop: z.object({ kind: z.string(), version: z.string().nullable() }),
    connector: z.object({ version: z.string().nullable(), kit: z.string().nullable() }),
    shopReadAt: sentMoment().nullable(),
    hubReadAt: sentMoment().nullable(),
    failure: z.string().nullable(),
    failureCode: z.string().nullable(),
    failureParams: z.record(z.string(), z.union([z.number(), z.string()])),
    counts: z.object({
      listings: z.number().int(),
      orders: z.number().int(),
      told: z.number().int(),
      waiting: z.number().int(),
      refused: z.number().int(),
    }),
    takesOffers: z.boolean(),
    refused: z.array(
      z.object({
        direction: z.enum(directions),
        kind: z.enum(sentKinds),
        seller: z.string(),
        id: z.string(),
        about: z.string().nullable(),
        reason: z.string(),
        code: z.string().nullable(),
        params: z.record(z.string(), z.union([z.number(), z.string()])),
        since: sentMoment(),
      }),
    ),
    sendAgain: z
      .object({
        askedAt: sentMoment().describe('Time of the latest request: report it as `sentAgain` once carried out'),
        all: z.boolean().describe('Whether to send everything that was refused, listed or not'),
        items: z.array(
          z.object({ direction: z.enum(directions), kind: z.enum(sentKinds), seller: z.string(), id: z.string() }),
        ),
      })
      .nullable()
      .describe('What operators ask the connector to send again. Repeated until the connector reports it as done'),
  })
  .meta({ id: 'Connection', description: 'A shop connected to the hub, as its connector last reported' })

const writeConnection = (of: Connection): z.input<typeof connection> => {
  const again = toSendAgain(of)
  return {
    name: of.name,
    shop: { kind: of.shop, version: of.shopVersion },
    connector: { version: of.connectorVersion, kit: of.kitVersion },
    shopReadAt: of.shopReadAt?.toISOString() ?? null,
    hubReadAt: of.hubReadAt?.toISOString() ?? null,
    failure: of.failure,
    failureCode: of.failureWhy?.code ?? null,
    failureParams: of.failureWhy?.params ?? {},
    counts: of.counts,
    takesOffers: of.takesOffers,
    refused: of.refused.map(({ direction, kind, seller, id: itemId, about, reason, why, since }) => ({
      direction,
      kind,
      seller,
      id: itemId,
      about,
      reason,
      code: why?.code ?? null,
      params: why?.params ?? {},
      since: since.toISOString(),
    })),
    sendAgain: again && { ...again, askedAt: again.askedAt.toISOString(), items: [...again.items] },
  }
}

const dateOf = (at: string | null | undefined) => (at ? new Date(at) : null)

/** Position of a cursor in the events of all sellers. */
function placeOf(hub: Pick<Hub, 'secret'>, cursor: string): number {
  try {
    return placeInFeed({ secret: hub.secret, list: eventsList(null) }, cursor)
  } catch {
    throw new ApiProblem('invalid-body', { errors: [{ pointer: '/after', detail: 'No page of events ended there.' }] })
  }
}

const whyOf = (of: string | null | undefined, values: Readonly<Record<string, string | number>> | null | undefined) =>
  of ? { code: of, params: values ?? {} } : null

function reportOf(hub: Pick<Hub, 'secret'>, body: z.output<typeof connectionBody>): ConnectionReport {
  return {
    shop: body.shop.kind,
    shopVersion: body.shop.version ?? null,
    connectorVersion: body.connector?.version ?? null,
    kitVersion: body.connector?.kit ?? null,
    reportsEvery: body.reportsEvery ?? defaultReportsEvery,
    shopReadAt: dateOf(body.shopReadAt),
    hubReadAt: dateOf(body.hubReadAt),
    eventsPlace: body.after ? placeOf(hub, body.after) : null,
    failure: body.failure ?? null,
    failureWhy: body.failure ? whyOf(body.failureCode, body.failureParams) : null,
    counts: body.counts,
    takesOffers: body.takesOffers ?? true,
    refused: body.refused.map(({ about, code, params, since, ...item }) => ({
      ...item,
      about: about ?? null,
      why: whyOf(code, params),
      since: new Date(since),
    })),
  }
}

export const connectionEndpoints: Endpoint[] = [
  marketplaceEndpoint({
    route: 'GET /connections/{connection}',
    operationId: 'getConnection',
    summary: 'Retrieve a connection',
    scope: 'orders:write',
    params: connectionParams,
    answers: { 200: { description: 'The connection', schema: connection } },
    handle: async ({ hub, params }) => {
      const found = await findConnection(hub.db.owner, params.connection)
      if (!found) throw new ApiProblem('not-found', { detail: 'There is no such connection.' })
      return { status: 200, body: writeConnection(found) }
    },
  }),
  marketplaceEndpoint({
    route: 'PUT /connections/{connection}',
    operationId: 'saveConnection',
    summary: 'Report a connection',
    description:
      'For connectors: a report replaces the previous one. Operators see it under Marketplace, Connections, where they ask to send refused items again; the response tells the connector.',
    scope: 'orders:write',
    params: connectionParams,
    body: connectionBody,
    example: {
      shop: { kind: 'Vendure', version: '3.7.3' },
      connector: { version: '0.1.0', kit: '0.1.0' },
      reportsEvery: 180,
      shopReadAt: '2026-11-22T09:30:00.000Z',
      hubReadAt: '2026-11-22T09:30:02.000Z',
      counts: { listings: 88, orders: 1204, told: 310, waiting: 0, refused: 1 },
      refused: [
        {
          direction: 'TO_HUB',
          kind: 'ORDER',
          seller: 's-42',
          id: 'A-1001',
          reason: 'It adds up to 45.00 GBP, and the shop says 44.99 GBP.',
          since: '2026-11-22T09:12:00.000Z',
        },
      ],
    },
    versioned: true,
    happened: ({ shopReadAt, hubReadAt }) => ({ '/shopReadAt': shopReadAt, '/hubReadAt': hubReadAt }),
    answers: answersOf(connection, { 200: 'The existing connection', 201: 'The new connection' }),
    handle: async ({ hub, params, body, ifMatch }) => {
      const name = params.connection
      const report = reportOf(hub, body)
      return hub.db.asOwner(async (db) => {
        const known = await lockConnection(db, name)
        requireMatch(ifMatch, known && writeConnection(known))
        await saveReport(db, { name, report, known, obeyedUntil: dateOf(body.sentAgain), now: hub.now() })
        const saved = assertDefined(await findConnection(db, name), 'it was written in this transaction')
        return { status: known ? 200 : 201, body: writeConnection(saved) }
      })
    },
  }),
]
