import { createHash } from 'node:crypto'
import { z } from 'zod'
import { sql } from 'kysely'
import { conditions, limits, type PolicyKind } from '#features/core/listing/listing-content.ts'
import { pictureLimits } from '#features/core/listing-pictures/picture.ts'
import { readAxisValues } from '#features/selling/listing-form/form/variation-matrix.ts'
import type { PushProblem } from '#features/selling/pushed-listings/pushed-form.ts'
import { pushListing } from '#features/selling/pushed-listings/push-listing.server.ts'
import type { PushedListing } from '#features/selling/pushed-listings/pushed-listing.ts'
import type { SellerDb } from '#db/client.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { categoryPathOf } from './category-map.ts'
import { shopOf } from './form-shop.ts'
import { requireMatch, sellerEndpoint, type Answer, type Endpoint, type SellerCall } from './endpoint.ts'
import { amount, id, minorOf, optional, sku, text, webAddress } from './fields.ts'
import { listing, listingParams, readListings, writeListing } from './listings.ts'
import { ApiProblem } from './problem.ts'
import { brokenRuleText } from './rule-words.ts'
import { sellerIdOf, type ApiSeller } from './sellers-by-id.ts'
import { noQuery, sellerParams } from './sellers.ts'

/** Names of the kinds of policies. */
const policyFields = { shipping: 'FULFILMENT', payment: 'PAYMENT', returns: 'RETURN' } as const satisfies Record<
  string,
  PolicyKind
>

const units = () => z.int().min(0).max(1_000_000).nullish()

const variationBody = z.strictObject({
  id: id().meta({ description: 'The variation’s id in the marketplace' }),
  values: z.array(text(limits.aspect)).min(1).max(limits.axes).meta({ description: 'One for each axis' }),
  sku: optional(sku()),
  price: amount,
  quantity: units().meta({ description: 'Units on sale; as they are, where it is left out' }),
})

const listingFields = {
  title: text(500).meta({ description: `More than ${limits.title} characters keep it a draft` }),
  description: optional(text(limits.description)).meta({ description: 'HTML, of which the safe part is kept' }),
  sku: optional(sku()),
  category: text(200).meta({ description: 'As the shop names it, or the path of the hub’s', example: 'film-cameras' }),
  condition: z.enum(conditions).nullish().meta({ description: '`NEW`, where it is left out' }),
  price: amount.optional().meta({ description: 'Of a listing without variations' }),
  quantity: units().meta({ description: 'Units on sale; as they are, where it is left out' }),
  axes: z
    .array(text(limits.aspect))
    .max(limits.axes)
    .nullish()
    .meta({
      description: 'What its variations differ in',
      example: ['Colour'],
    }),
  variations: z.array(variationBody).max(limits.rows).nullish(),
  aspects: z.record(text(limits.aspect), z.array(text(200)).min(1).max(30)).nullish(),
  pictures: z
    .array(webAddress())
    .max(pictureLimits.count)
    .nullish()
    .meta({ description: 'Addresses, the first shown first' }),
  policies: z
    .strictObject({ shipping: optional(text(64)), payment: optional(text(64)), returns: optional(text(64)) })
    .nullish()
    .meta({ description: 'Names of the seller’s policies. One left out stays, or is the only one of its kind' }),
  handlingDays: z.int().min(0).max(30).nullish(),
  onSale: z.boolean().nullish().meta({
    description: 'False ends it, or keeps a new one a draft; true, where it is left out',
  }),
}

type Fields = z.output<z.ZodObject<typeof listingFields>>

/** Reports what the form of a listing cannot say. */
function checkListing(body: Fields, context: z.RefinementCtx): void {
  const wrong = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  const { axes, variations, price } = body
  const own = variations ?? []
  if (own.length === 0) {
    if (!price) wrong(['price'], 'is missing')
    if (axes?.length) wrong(['axes'], 'are told of variations, of which there are none')
    return
  }
  if (price) wrong(['price'], 'is told of each variation')
  if (body.quantity != null) wrong(['quantity'], 'is told of each variation')
  if (!axes?.length) return wrong(['axes'], 'are missing: what the variations differ in')
  for (const [index, { values }] of own.entries())
    if (values.length !== axes.length) wrong(['variations', index, 'values'], 'are not one for each axis')
  if (new Set(own.map((each) => each.id)).size < own.length) wrong(['variations'], 'have an id twice')
  if (new Set(own.map(({ values }) => JSON.stringify(values))).size < own.length)
    wrong(['variations'], 'have the same values twice')
  for (const [index] of axes.entries()) {
    const values = [...new Set(own.map((each) => each.values[index] ?? ''))]
    if (readAxisValues(values.join('\n')).join('\n') !== values.join('\n'))
      wrong(['variations'], 'have values with commas, or that differ in capitals or spaces alone')
  }
}

const listingBody = z
  .strictObject(listingFields)
  .superRefine(checkListing)
  .meta({ id: 'ListingBody', description: 'A listing, as the marketplace’s shop has it' })

const namedBody = z
  .strictObject({
    listing: id().meta({ description: 'The listing’s id in the marketplace', example: 'p-17' }),
    ...listingFields,
  })
  .superRefine(checkListing)
  .meta({ id: 'NamedListingBody', description: 'A listing with its id, as the marketplace’s shop has it' })

const example: z.input<typeof listingBody> = {
  title: 'Leica M3 body',
  description: '<p>Serviced last year.</p>',
  category: 'film-cameras',
  condition: 'GOOD',
  price: { value: '1249.00', currency: 'GBP' },
  quantity: 1,
  aspects: { Brand: ['Leica'] },
  pictures: ['https://shop.example/m3.jpg'],
  policies: { shipping: 'Royal Mail' },
}

const digestOf = (body: Fields) => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

async function toPushed(
  call: Pick<SellerCall<never, never, never>, 'hub' | 'seller'>,
  named: string,
  body: Fields,
): Promise<PushedListing> {
  const { currency } = call.seller
  const prices = [...(body.price ? [body.price] : []), ...(body.variations ?? []).map(({ price }) => price)]
  if (prices.some((price) => price.currency !== currency))
    throw new ApiProblem('wrong-currency', {
      errors: [{ pointer: '/price', detail: `The seller sells in ${currency}.` }],
    })
  const policies = Object.entries(policyFields).flatMap(([field, kind]) => {
    const name = body.policies?.[field as keyof typeof policyFields]
    return name ? [[kind, name] as const] : []
  })
  return {
    id: named,
    pushedAs: digestOf(body),
    title: body.title,
    description: body.description ?? '',
    sku: body.sku ?? null,
    category: { name: body.category, path: await categoryPathOf(call.hub, body.category) },
    condition: body.condition ?? 'NEW',
    priceMinor: body.price ? minorOf(body.price) : null,
    quantity: body.quantity ?? null,
    axes: body.variations?.length ? (body.axes ?? []) : [],
    variations: (body.variations ?? []).map((each) => ({
      id: each.id,
      values: each.values,
      sku: each.sku ?? null,
      priceMinor: minorOf(each.price),
      quantity: each.quantity ?? null,
    })),
    aspects: body.aspects ?? {},
    imageUrls: body.pictures ?? [],
    policies: Object.fromEntries(policies),
    handlingDays: body.handlingDays ?? null,
    isOnSale: body.onSale ?? true,
  }
}

/** Where in the body a field of the form is. */
function pointerOf(field: string): string {
  const [, row, part] = /^row\.(\d+)\.(\w+)$/.exec(field) ?? []
  if (row !== undefined) return part === 'values' ? '/variations' : `/variations/${row}/${part}`
  if (field.startsWith('aspect.'))
    return `/aspects/${field.slice('aspect.'.length).replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (/^axis\d/.test(field)) return '/axes'
  const policy = Object.entries(policyFields).find(([, kind]) => field === `policy.${kind}`)
  if (policy) return `/policies/${policy[0]}`
  return field === 'handling' ? '/handlingDays' : `/${field}`
}

const tell = (problems: readonly PushProblem[]) =>
  problems.map((problem) => ({ pointer: pointerOf(problem.field), detail: brokenRuleText(problem) }))

type Call = Pick<SellerCall<never, never, never>, 'hub' | 'seller' | 'write' | 'ifMatch'>

async function save(call: Call, named: string, body: Fields): Promise<Answer> {
  const { hub, seller, write, ifMatch } = call
  const pushed = await toPushed(call, named, body)
  const said = { publicUrl: hub.config.publicUrl, seller, now: hub.now() }
  const { isNew, row } = await write(async (db) => {
    const outcome = await pushListing(db, {
      args: shopOf({ hub, seller }),
      pushed,
      tell,
      before: async (listingId) => {
        if (ifMatch === null) return
        const [current] = listingId === null ? [] : await readOne(db, seller, listingId)
        requireMatch(ifMatch, current ? writeListing(current, said) : null)
      },
    })
    if (!outcome.ok) throw refusalOf(outcome)
    const [after] = await readOne(db, seller, outcome.listingId)
    return { isNew: outcome.isNew, row: assertDefined(after, 'it was written in this transaction') }
  })
  return {
    status: isNew ? 201 : 200,
    body: writeListing(row, said),
    location: `/sellers/${encodeURIComponent(sellerIdOf(seller))}/listings/${encodeURIComponent(named)}`,
  }
}

const readOne = (db: SellerDb, seller: ApiSeller, listingId: number) =>
  readListings(db, seller.id, sql`l.id = ${listingId}`)

function refusalOf(outcome: Extract<Awaited<ReturnType<typeof pushListing>>, { ok: false }>): ApiProblem {
  switch (outcome.reason) {
    case 'problems':
      return new ApiProblem('invalid-body', {
        detail: 'It is on sale, and stays as it is: the change breaks a rule of listings.',
        errors: tell(outcome.problems).slice(0, 50),
      })
    case 'too-long':
      return new ApiProblem('too-large', { detail: 'All of it together is too long.' })
    case 'not-possible-now':
      return new ApiProblem('not-possible-now', { detail: 'A member of the shop is just changing it; send it again.' })
  }
}

const description =
  'It goes on sale if it keeps the rules that the hub’s own form has; else it is a draft, and `problems` tell why. ' +
  'One that is on sale is changed, or refused if the change breaks a rule. The same body again changes nothing, ' +
  'whatever was sold or edited meanwhile, unless it was kept back.'

/** Listings that the marketplace's shop has. */
export const pushedListingEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'PUT',
      path: '/sellers/{seller}/listings/{item}',
      operationId: 'saveListing',
      tag: 'Listings',
      summary: 'Create, update or end a listing',
      description,
      scope: 'listings:write',
      params: listingParams,
      query: noQuery,
      body: listingBody,
      example,
      versioned: true,
      answers: {
        200: { description: 'The listing, which was here before', schema: listing },
        201: { description: 'The listing, which is new', schema: listing },
      },
      problems: ['wrong-currency', 'not-possible-now'],
    },
    (call) => save(call, call.params.item, call.body),
  ),
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/listings',
      operationId: 'saveListings',
      tag: 'Listings',
      summary: 'Create, update or end many listings',
      description: `Each names its \`listing\`. As \`application/x-ndjson\` it takes up to 100,000, one a line, each for itself, with an answer a line. ${description}`,
      scope: 'listings:write',
      params: sellerParams,
      query: noQuery,
      body: namedBody,
      example: { listing: 'p-17', ...example },
      batch: true,
      answers: {
        200: { description: 'The listing, which was here before', schema: listing },
        201: { description: 'The listing, which is new', schema: listing },
      },
      problems: ['wrong-currency', 'not-possible-now'],
    },
    ({ body: { listing: named, ...body }, ...call }) => save(call, named, body),
  ),
]
