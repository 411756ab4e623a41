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
import { readListings, writeListing } from './listing-rows.ts'
import { listing, listingParams } from './listing-schemas.ts'
import { ApiProblem } from './problem.ts'
import { mayCount } from './stock-owner.ts'
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
  values: z.array(text(limits.aspect)).min(1).max(limits.axes).meta({ description: 'One value per axis' }),
  sku: optional(sku()),
  price: amount,
  quantity: units().meta({
    description: 'Units for sale. Default: unchanged; unchanged also if the hub counts the stock (`stockOwner`)',
  }),
})

const listingFields = {
  title: text(500).meta({ description: `With more than ${limits.title} characters, the listing stays a draft` }),
  description: optional(text(limits.description)).meta({ description: 'HTML. Unsafe parts are removed' }),
  sku: optional(sku()),
  category: text(200).meta({
    description: 'The shop’s name of the category, or the path of the hub’s category',
    example: 'film-cameras',
  }),
  condition: z.enum(conditions).nullish().meta({ description: 'Default: `NEW`' }),
  price: amount.optional().meta({ description: 'Price of a listing without variations' }),
  quantity: units().meta({
    description: 'Units for sale. Default: unchanged; unchanged also if the hub counts the stock (`stockOwner`)',
  }),
  axes: z
    .array(text(limits.aspect))
    .max(limits.axes)
    .nullish()
    .meta({
      description: 'Names of the aspects in which the variations differ',
      example: ['Colour'],
    }),
  variations: z.array(variationBody).max(limits.rows).nullish(),
  aspects: z.record(text(limits.aspect), z.array(text(200)).min(1).max(30)).nullish(),
  pictures: z.array(webAddress()).max(pictureLimits.count).nullish().meta({ description: 'URLs in display order' }),
  policies: z
    .strictObject({ shipping: optional(text(64)), payment: optional(text(64)), returns: optional(text(64)) })
    .nullish()
    .meta({
      description:
        'Names of the seller’s policies. Default: unchanged; for a new listing, the policy last used, or the only one of its kind',
    }),
  handlingDays: z.int().min(0).max(30).nullish(),
  onSale: z.boolean().nullish().meta({
    description: 'False ends the listing, or keeps a new one as a draft. Default: true',
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
    if (axes?.length) wrong(['axes'], 'are only allowed with variations')
    return
  }
  if (price) wrong(['price'], 'belongs to each variation')
  if (body.quantity != null) wrong(['quantity'], 'belongs to each variation')
  if (!axes?.length) return wrong(['axes'], 'are missing: they name the aspects in which the variations differ')
  for (const [index, { values }] of own.entries())
    if (values.length !== axes.length) wrong(['variations', index, 'values'], 'must have one value per axis')
  if (new Set(own.map((each) => each.id)).size < own.length) wrong(['variations'], 'have a duplicate id')
  if (new Set(own.map(({ values }) => JSON.stringify(values))).size < own.length)
    wrong(['variations'], 'have duplicate values')
  for (const [index] of axes.entries()) {
    const values = [...new Set(own.map((each) => each.values[index] ?? ''))]
    if (readAxisValues(values.join('\n')).join('\n') !== values.join('\n'))
      wrong(['variations'], 'have values with commas, or values that differ only in case or spaces')
  }
}

const listingBody = z
  .strictObject(listingFields)
  .superRefine(checkListing)
  .meta({ id: 'ListingBody', description: 'A listing of the marketplace’s shop' })

const namedBody = z
  .strictObject({
    listing: id().meta({ description: 'The listing’s id in the marketplace', example: 'p-17' }),
    ...listingFields,
  })
  .superRefine(checkListing)
  .meta({ id: 'NamedListingBody', description: 'A listing of the marketplace’s shop, with its id' })

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

type Call = Pick<SellerCall<never, never, never>, 'hub' | 'seller' | 'key' | 'write' | 'ifMatch'>

async function save(call: Call, named: string, fields: Fields): Promise<Answer> {
  const { hub, seller, write, ifMatch } = call
  const pushed = await toPushed(call, named, fields)
  const said = { publicUrl: hub.config.publicUrl, seller, now: hub.now() }
  const { isNew, row } = await write(async (db) => {
    const outcome = await pushListing(db, {
      args: shopOf({ hub, seller }),
      pushed,
      keepsUnits: !mayCount(call.key, seller),
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
  const body = writeListing(row, said)
  return {
    status: isNew ? 201 : 200,
    body,
    inLine: { item: body.item, problems: body.problems },
    location: `/sellers/${encodeURIComponent(sellerIdOf(seller))}/listings/${encodeURIComponent(named)}`,
  }
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
      return new ApiProblem('too-large', { detail: 'The listing as a whole is too long.' })
    case 'not-possible-now':
      return new ApiProblem('not-possible-now', {
        detail: 'A member of the shop is changing the listing; retry later.',
      })
  }
}

const description =
  'The listing goes on sale if it meets the rules of the hub’s own listing form; otherwise it stays a draft, and `problems` lists the reasons. ' +
  'A listing on sale is updated; a change that breaks a rule is refused. Sending the same body again changes nothing, ' +
  'even if units were sold or the listing was edited in between, unless problems kept it a draft.'

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
      description: `Each listing is identified by \`listing\`. As \`application/x-ndjson\`, the request takes up to 100,000 listings, one per line. Each is processed independently and has its own line in the response, with its item and problems. ${description}`,
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
