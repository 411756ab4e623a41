import { sql } from 'kysely'
import { z } from 'zod'
import { pushListing } from '#features/selling/pushed-listings/push-listing.server.ts'
import { readSent } from '#features/selling/pushed-listings/shop-listings-db.server.ts'
import type { SellerDb } from '#db/client.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { categoryPathsOf } from './category-map.ts'
import { shopOf } from './form-shop.ts'
import { answersOf, requireMatch, sellerEndpoint, type Answer, type Endpoint, type SellerCall } from './endpoint.ts'
import { readListings, writeListing } from './listing-rows.ts'
import { listing, listingParams } from './listing-schemas.ts'
import { ApiProblem } from './problem.ts'
import { example, listingBody, namedBody, tell, toPushed, type Fields } from './pushed-listing-body.ts'
import { locationOf, saveLines, tooLong } from './pushed-listing-lines.ts'
import { dryRunQuery, rehearsed } from './rehearsed.ts'
import { mayCount } from './stock-owner.ts'
import type { ApiSeller } from './sellers-by-id.ts'

type Call = Pick<SellerCall<never, never, never>, 'hub' | 'seller' | 'key' | 'write' | 'ifMatch'>

/** Saves a listing; `read` reads the answer in the transaction that writes it. */
async function store<T>(
  { hub, seller, key, write, ifMatch }: Call,
  named: string,
  { fields, read }: { fields: Fields; read: (db: SellerDb, listingId: number) => Promise<T> },
): Promise<{ status: 200 | 201; after: T }> {
  const pushed = toPushed(seller, { listing: named, ...fields }, await categoryPathsOf(hub, [fields.category]))
  return write(async (db) => {
    const outcome = await pushListing(db, {
      args: shopOf({ hub, seller }),
      pushed,
      keepsUnits: !mayCount(key, seller),
      tell,
      before: async (listingId) => {
        if (ifMatch === null) return
        const [current] = listingId === null ? [] : await readOne(db, seller, listingId)
        requireMatch(ifMatch, current ? writeListing(current, readerOf({ hub, seller })) : null)
      },
    })
    if (!outcome.ok) throw refusalOf(outcome)
    return { status: outcome.isNew ? 201 : 200, after: await read(db, outcome.listingId) }
  })
}

const readerOf = ({ hub, seller }: Pick<Call, 'hub' | 'seller'>) => ({
  publicUrl: hub.config.publicUrl,
  seller,
  now: hub.now(),
})

async function save(call: Call, named: string, fields: Fields): Promise<Answer> {
  const { seller } = call
  const { status, after } = await store(call, named, {
    fields,
    read: async (db, listingId) => {
      const [row] = await readOne(db, seller, listingId)
      return assertDefined(row, 'it was written in this transaction')
    },
  })
  return { status, body: writeListing(after, readerOf(call)), location: locationOf(seller, named) }
}

/** Saves the listing of a line, which is answered with less. */
async function saveLine(call: Call, named: string, fields: Fields): Promise<Answer> {
  const { seller } = call
  const { status, after } = await store(call, named, {
    fields,
    read: (db, listingId) => readSent(db, seller.id, listingId),
  })
  return { status, inLine: after, location: locationOf(seller, named) }
}

const readOne = (db: SellerDb, seller: ApiSeller, listingId: number) =>
  readListings(db, seller.id, sql`l.id = ${listingId}`)

function refusalOf(outcome: Extract<Awaited<ReturnType<typeof pushListing>>, { ok: false }>): ApiProblem {
  switch (outcome.reason) {
    case 'problems':
      return new ApiProblem('invalid-body', {
        detail: 'The listing is on sale and stays unchanged: the change breaks a listing rule.',
        errors: tell(outcome.problems).slice(0, 50),
      })
    case 'too-long':
      return tooLong()
    case 'not-possible-now':
      return new ApiProblem('not-possible-now', {
        detail: 'A member of the shop is changing the listing; retry later.',
      })
  }
}

/** A call whose changes are taken back if it is a dry run. */
const dryIfAsked = <T extends Pick<Call, 'write'> & { query: z.output<typeof dryRunQuery> }>(call: T): T =>
  call.query.dryRun ? { ...call, write: rehearsed(call.write) } : call

const description =
  'The listing goes on sale if it meets the rules of the hub’s own listing form; otherwise it stays a draft, and `problems` lists the reasons. ' +
  'A listing on sale is updated; a change that breaks a rule is refused. Sending the same body again changes nothing, ' +
  'even if units were sold or the listing was edited in between, unless problems kept it a draft.'

export const pushedListingEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/listings/{item}',
    operationId: 'saveListing',
    summary: 'Create, update or end a listing',
    description,
    scope: 'listings:write',
    params: listingParams,
    body: listingBody,
    example,
    versioned: true,
    answers: answersOf(listing, { 200: 'The listing, which was here before', 201: 'The listing, which is new' }),
    problems: ['wrong-currency', 'not-possible-now'],
    handle: (call) => save(call, call.params.item, call.body),
  }),
  sellerEndpoint({
    route: 'POST /sellers/{seller}/listings',
    operationId: 'saveListings',
    summary: 'Create, update or end many listings',
    description: `Each listing is identified by \`listing\`. As \`application/x-ndjson\`, the request takes up to 100,000 listings, one per line. Each is processed independently and has its own line in the response, with its item and problems. ${description}`,
    scope: 'listings:write',
    query: dryRunQuery,
    body: namedBody,
    example: { listing: 'p-17', ...example },
    batch: true,
    versioned: true,
    answers: answersOf(listing, { 200: 'The listing, which was here before', 201: 'The listing, which is new' }),
    problems: ['wrong-currency', 'not-possible-now'],
    handle: ({ body: { listing: named, ...body }, ...call }) => save(dryIfAsked(call), named, body),
    handleLines: (asked) => {
      const call = dryIfAsked(asked)
      return saveLines(call, ({ listing: named, ...body }) => saveLine(call, named, body))
    },
  }),
]
