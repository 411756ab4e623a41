import { z } from 'zod'
import { ebayConditions } from '#features/core/listing/condition-words.ts'
import { limits } from '#features/core/listing/listing-content.ts'
import { pictureFieldName, pictureLimits, pictureValue } from '#features/core/listing-pictures/picture.ts'
import { typedPictures, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { text } from '../fields.ts'
import { SellError, type PlaceErrors, type Warning } from './sell-error.ts'

/** Letters of a text of one line that an aspect or an identifier may have. */
const line = text(limits.aspect)
const size = z.number().positive().max(100_000)

/** An inventory item as tools send it: all of it, each time. What the hub does not know is named in a warning. */
export const itemBody = z.object({
  availability: z
    .object({
      shipToLocationAvailability: z
        .object({ quantity: z.int().min(0).optional(), availabilityDistributions: z.unknown().optional() })
        .optional(),
      pickupAtLocationAvailability: z.unknown().optional(),
    })
    .optional(),
  condition: z
    .string()
    .refine((name) => Object.hasOwn(ebayConditions, name), `is none of ${Object.keys(ebayConditions).join(', ')}`)
    .optional(),
  conditionDescription: z.unknown().optional(),
  conditionDescriptors: z.unknown().optional(),
  product: z
    .object({
      title: text(limits.title).optional(),
      description: text(limits.description).optional(),
      aspects: z
        .record(
          line,
          z
            .array(text(limits.aspect).regex(/^[^;\n]*$/, 'has a semicolon'))
            .min(1)
            .max(30),
        )
        .optional(),
      brand: line.optional(),
      mpn: line.optional(),
      ean: z.array(line).max(1).optional(),
      upc: z.array(line).max(1).optional(),
      isbn: z.array(line).max(1).optional(),
      epid: text(50).optional(),
      imageUrls: z.array(text(2_048)).optional(),
      subtitle: z.unknown().optional(),
      videoIds: z.unknown().optional(),
    })
    .optional(),
  packageWeightAndSize: z
    .object({
      weight: z.object({ value: size, unit: z.enum(['POUND', 'KILOGRAM', 'OUNCE', 'GRAM']) }).optional(),
      dimensions: z
        .object({ length: size, width: size, height: size, unit: z.enum(['INCH', 'FEET', 'CENTIMETER', 'METER']) })
        .optional(),
      packageType: z.unknown().optional(),
      shippingIrregular: z.unknown().optional(),
    })
    .optional(),
})
export type ItemBody = z.output<typeof itemBody>

/** Which error what is wrong with an inventory item is. */
export const itemPlaces: PlaceErrors = [
  ['$.availability', 25004],
  ['$.condition', 25021],
  ['$.product.aspects', 25022],
  ['$.product.brand', 25022],
  ['$.product.mpn', 25022],
  ['$.product.imageUrls', 25015],
  ['$.product', 25016],
  ['$.packageWeightAndSize', 25020],
]

/** What of an item the hub has no place for. */
export function itemWarnings({ availability, product, packageWeightAndSize: parcel, ...item }: ItemBody): Warning[] {
  const left = {
    conditionDescription: item.conditionDescription,
    conditionDescriptors: item.conditionDescriptors,
    availabilityDistributions: availability?.shipToLocationAvailability?.availabilityDistributions,
    pickupAtLocationAvailability: availability?.pickupAtLocationAvailability,
    subtitle: product?.subtitle,
    videoIds: product?.videoIds,
    packageType: parcel?.packageType,
    shippingIrregular: parcel?.shippingIrregular,
  }
  return leftOut(left)
}

/** Warnings of fields that were sent and are not kept. */
export const leftOut = (fields: Readonly<Record<string, unknown>>): Warning[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    value === undefined || value === null || value === false
      ? []
      : [{ id: 25028 as const, told: { detail: `The hub has no ${field}: it was left out.`, parameters: { field } } }],
  )

const grams = { POUND: 453.592_37, KILOGRAM: 1_000, OUNCE: 28.349_523_125, GRAM: 1 }
const millimetres = { INCH: 25.4, FEET: 304.8, CENTIMETER: 10, METER: 1_000 }

/** What the hub finds out about an item before it keeps it. */
export interface ItemFacts {
  /** Its pictures, by their hashes. */
  pictures: readonly string[]
  epid: string | null
  /** Whether the offer has a description of its own, which buyers see. */
  isDescribed: boolean
}

const itemFields = /^(?:title|condition|description|picture|quantity|epid|weight|length|width|height|aspect\..*)$/s

/** The form of a listing, saying of the thing itself what the item says. Of what the offer says nothing changes. */
export function withItem(typed: Typed, body: ItemBody, { pictures, epid, isDescribed }: ItemFacts): Typed {
  const { availability, condition, product = {}, packageWeightAndSize: parcel } = body
  const alts = new Map(typedPictures(typed).map(({ hash, alt }) => [hash, alt]))
  const quantity = availability?.shipToLocationAvailability?.quantity
  const description = isDescribed ? typed.description : (product.description ?? typed.description)
  return withFields(typed, itemFields, {
    title: product.title,
    condition: condition === undefined ? undefined : ebayConditions[condition],
    description,
    [pictureFieldName]: pictures.map((hash) => pictureValue({ hash, alt: alts.get(hash) ?? '' })).join('\n'),
    // Nothing said is none there, as in eBay's contract.
    quantity: String(quantity ?? 0),
    epid: epid ?? undefined,
    ...sizesOf(parcel),
    ...aspectsOf(product),
  })
}

function sizesOf(parcel: ItemBody['packageWeightAndSize']): Readonly<Record<string, string>> {
  const { weight, dimensions } = parcel ?? {}
  const mm = (value: number, unit: keyof typeof millimetres) => {
    const rounded = Math.round(value * millimetres[unit])
    if (rounded < 1 || rounded > 10_000) throw new SellError(25020, { detail: 'A side has 1 mm to 10 m.' })
    return String(rounded / 10)
  }
  const weightGrams = weight && Math.round(weight.value * grams[weight.unit])
  if (weightGrams !== undefined && weightGrams > 1_000_000)
    throw new SellError(25020, { detail: 'A parcel weighs 1,000 kg at most.' })
  return {
    ...(weightGrams !== undefined && { weight: String(weightGrams) }),
    ...(dimensions && {
      length: mm(dimensions.length, dimensions.unit),
      width: mm(dimensions.width, dimensions.unit),
      height: mm(dimensions.height, dimensions.unit),
    }),
  }
}

/** Aspects, and what eBay has beside them and the hub among them. */
function aspectsOf({ aspects = {}, brand, mpn, ean, upc, isbn }: NonNullable<ItemBody['product']>) {
  const named = { Brand: brand, MPN: mpn, EAN: ean?.[0], UPC: upc?.[0], ISBN: isbn?.[0] }
  const beside = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value]] as const],
  )
  return Object.fromEntries(
    [...beside, ...Object.entries(aspects)].map(([name, values]) => [`aspect.${name.trim()}`, values.join('; ')]),
  )
}

/** A form with these fields in place of all of their kind. */
export function withFields(typed: Typed, kind: RegExp, fields: Readonly<Record<string, string | undefined>>): Typed {
  const rest = Object.entries(typed).filter(([name]) => !kind.test(name))
  const given = Object.entries(fields).filter((field): field is [string, string] => !!field[1])
  return Object.fromEntries([...rest, ...given])
}

/** Refuses more pictures than a listing may have. */
export function checkPictureCount(urls: readonly string[]): void {
  if (urls.length > pictureLimits.count)
    throw new SellError(25014, { detail: `A listing has ${pictureLimits.count} pictures at most.` })
}
