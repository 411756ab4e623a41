import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  customsFields,
  longestCustoms,
  tidyCountry,
  tidyHsCode,
  type CustomsDetails,
} from '#features/core/listing/customs-details.ts'
import { conditions, limits, type PolicyKind } from '#features/core/listing/listing-content.ts'
import { kitLimits } from '#features/core/listing/kit.ts'
import { pictureLimits } from '#features/core/listing-pictures/picture.ts'
import { readAxisValues } from '#features/selling/listing-form/form/variation-matrix.ts'
import type { PushProblem } from '#features/selling/pushed-listings/pushed-form.ts'
import type { PushedListing } from '#features/selling/pushed-listings/pushed-listing.ts'
import { isKeyOf } from '#lib/records.ts'
import { amount, id, minorOf, moment, optional, sku, text, webAddress } from './fields.ts'
import { ApiProblem } from './problem.ts'
import { brokenRuleText } from './rule-words.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { stockOwners } from './stock-owner.ts'

const policyFields = { shipping: 'FULFILMENT', payment: 'PAYMENT', returns: 'RETURN' } as const satisfies Record<
  string,
  PolicyKind
>

const units = () => z.int().min(0).max(1_000_000).nullish()

const kitParts = () =>
  z
    .array(z.strictObject({ sku: sku(), units: z.int().min(1).max(kitLimits.units) }))
    .max(kitLimits.parts)
    .nullish()
    .meta({
      description:
        'SKUs of this seller that a kit is made of. Its quantity follows from them; one that is sent is ignored. Empty: it is no kit. Default: unchanged',
    })

const variationBody = z.strictObject({
  id: id().meta({ description: 'The variation’s id in the marketplace' }),
  values: z.array(text(limits.aspect)).min(1).max(limits.axes).meta({ description: 'One value per axis' }),
  sku: optional(sku()),
  madeOf: kitParts(),
  price: amount,
  quantity: units().meta({
    description:
      'Units that buyers can still buy: without those of all orders, paid or not, also of orders that the hub does not have yet. Default: unchanged; unchanged also if the hub counts the stock (`stockOwner`)',
  }),
})

const listingFields = {
  title: text(500).meta({ description: `With more than ${limits.title} characters, the listing stays a draft` }),
  description: optional(text(limits.description)).meta({ description: 'HTML. Unsafe parts are removed' }),
  sku: optional(sku()),
  madeOf: kitParts(),
  category: text(200).meta({
    description: 'The shop’s name of the category, or the path of the hub’s category',
    example: 'film-cameras',
  }),
  condition: z.enum(conditions).nullish().meta({ description: 'Default: `NEW`' }),
  price: amount.optional().meta({ description: 'Price of a listing without variations' }),
  quantity: units().meta({
    description:
      'Units that buyers can still buy: without those of all orders, paid or not, also of orders that the hub does not have yet. Default: unchanged; unchanged also if the hub counts the stock (`stockOwner`)',
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
  customs: z
    .strictObject({
      hsCode: optional(text(20)).meta({ description: '6 to 12 digits of the Harmonized System' }),
      originCountry: optional(text(2)).meta({ description: 'ISO 3166-1 alpha-2', example: 'JP' }),
      description: optional(text(500)).meta({ description: `At most ${longestCustoms} characters` }),
      value: amount.nullish().meta({ description: 'Declared for one unit. Default: what the buyer paid' }),
    })
    .nullish()
    .meta({ description: 'What customs ask of the listing’s SKUs. A missing detail stays unchanged' }),
  stockOwner: z.enum(stockOwners).nullish().meta({
    description:
      'Which side counts this listing from now on. `SHOP`: `quantity` is what is left to sell until the next one, and orders, cancellations and returns in the hub do not change it. `HUB`: they do. Default: `SHOP` if the shop counts all stock of the seller, otherwise `HUB`',
  }),
  asOf: moment().nullish().meta({
    description:
      'When the shop read what it sends. A message with an earlier moment than the last one changes nothing: it is late',
  }),
  onSale: z.boolean().nullish().meta({
    description: 'False ends the listing, or keeps a new one as a draft. Default: true',
  }),
}

export type Fields = z.output<z.ZodObject<typeof listingFields>>

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

export const listingBody = z
  .strictObject(listingFields)
  .superRefine(checkListing)
  .meta({ id: 'ListingBody', description: 'A listing of the marketplace’s shop' })

export const namedBody = z
  .strictObject({
    listing: id().meta({ description: 'The listing’s id in the marketplace', example: 'p-17' }),
    ...listingFields,
  })
  .superRefine(checkListing)
  .meta({ id: 'NamedListingBody', description: 'A listing of the marketplace’s shop, with its id' })

export const example: z.input<typeof listingBody> = {
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

export type Named<Body> = Body & { listing: string }

const digestOf = (body: Fields) => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

/**
 * Converts a body; `paths` has the hub's categories by the shop's names.
 * @throws ApiProblem if a price is not in the seller's currency
 */
export function toPushed(
  { currency, stock_owner: owner }: Pick<ApiSeller, 'currency' | 'stock_owner'>,
  { listing: named, ...body }: Named<Fields>,
  paths: ReadonlyMap<string, string>,
): PushedListing {
  const prices = [
    ...[body.price, body.customs?.value].flatMap((price) => price ?? []),
    ...(body.variations ?? []).map(({ price }) => price),
  ]
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
    parts: body.madeOf ?? null,
    category: { name: body.category, path: paths.get(body.category) ?? null },
    condition: body.condition ?? 'NEW',
    priceMinor: body.price ? minorOf(body.price) : null,
    quantity: body.quantity ?? null,
    axes: body.variations?.length ? (body.axes ?? []) : [],
    variations: (body.variations ?? []).map((each) => ({
      id: each.id,
      values: each.values,
      sku: each.sku ?? null,
      parts: each.madeOf ?? null,
      priceMinor: minorOf(each.price),
      quantity: each.quantity ?? null,
    })),
    aspects: body.aspects ?? {},
    imageUrls: body.pictures ?? [],
    policies: Object.fromEntries(policies),
    handlingDays: body.handlingDays ?? null,
    customs: customsOf(body),
    isOnSale: body.onSale ?? true,
    asOf: body.asOf ? new Date(body.asOf) : null,
    shopCounts: (body.stockOwner ?? owner) !== 'SHOP' ? false : hasUnits(body) ? true : null,
  }
}

const hasUnits = ({ quantity, variations }: Fields) =>
  quantity != null || (variations ?? []).some((each) => each.quantity != null)

const customsOf = ({ customs }: Fields): CustomsDetails => ({
  hsCode: customs?.hsCode ? tidyHsCode(customs.hsCode) : null,
  originCountry: customs?.originCountry ? tidyCountry(customs.originCountry) : null,
  description: customs?.description ?? null,
  valueMinor: customs?.value ? minorOf(customs.value) : null,
})

/** Where in the body a field of the form is. */
function pointerOf(field: string): string {
  const [, row, part] = /^row\.(\d+)\.(\w+)$/.exec(field) ?? []
  if (row !== undefined)
    return part === 'values' ? '/variations' : `/variations/${row}/${part === 'parts' ? 'madeOf' : part}`
  if (field === 'parts') return '/madeOf'
  if (field.startsWith('aspect.'))
    return `/aspects/${field.slice('aspect.'.length).replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (/^axis\d/.test(field)) return '/axes'
  const policy = Object.entries(policyFields).find(([, kind]) => field === `policy.${kind}`)
  if (policy) return `/policies/${policy[0]}`
  if (isKeyOf(customsFields, field)) return `/customs/${field === 'customsValue' ? 'value' : customsFields[field]}`
  return field === 'handling' ? '/handlingDays' : `/${field}`
}

/** Writes problems with the fields of the body. */
export const tell = (problems: readonly PushProblem[]) =>
  problems.map((problem) => ({
    pointer: pointerOf(problem.field),
    detail: brokenRuleText(problem),
    rule: problem.problem,
    ...(problem.values ? { values: problem.values } : {}),
  }))
