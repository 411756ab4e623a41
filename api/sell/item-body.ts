import { z } from 'zod'
import { ebayConditions } from '#features/core/listing/condition-words.ts'
import { limits } from '#features/core/listing/listing-content.ts'
import { pictureFieldName, pictureLimits, pictureValue } from '#features/core/listing-pictures/picture.ts'
import { typedPictures, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { text } from '../fields.ts'
import { SellError, type PlaceErrors, type Warning } from './sell-error.ts'
import { gramsOf } from '#lib/weight.ts'

/** Single-line text of an aspect or product code. */
const line = text(limits.aspect)
const size = z.number().positive().max(100_000)

/** An inventory item as sent by tools, always complete. Unknown fields cause warnings. */
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

/** Warnings for fields of an item that the hub does not store. */
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
  return ignoredFieldWarnings(left)
}

export const ignoredFieldWarnings = (fields: Readonly<Record<string, unknown>>): Warning[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    value === undefined || value === null || value === false
      ? []
      : [
          {
            id: 25028 as const,
            details: { detail: `The hub has no ${field}: it was left out.`, parameters: { field } },
          },
        ],
  )

const weightUnits = { POUND: 'lb', KILOGRAM: 'kg', OUNCE: 'oz', GRAM: 'g' } as const
const millimetres = { INCH: 25.4, FEET: 304.8, CENTIMETER: 10, METER: 1_000 }

export interface ItemFacts {
  /** Hashes of its pictures. */
  pictures: readonly string[]
  epid: string | null
  /** Whether the offer has its own description, which buyers see. */
  isDescribed: boolean
  /** Whether it is a kit, whose quantity follows from its parts. */
  isKit: boolean
}

const itemFields = /^(?:title|condition|description|picture|quantity|epid|weight|length|width|height|aspect\..*)$/s

/** Applies an item to a listing's form; fields of the offer stay unchanged. */
export function withItem(typed: Typed, body: ItemBody, { pictures, epid, isDescribed, isKit }: ItemFacts): Typed {
  const { availability, condition, product = {}, packageWeightAndSize: parcel } = body
  const alts = new Map(typedPictures(typed).map(({ hash, alt }) => [hash, alt]))
  const quantity = availability?.shipToLocationAvailability?.quantity
  const description = isDescribed ? typed.description : (product.description ?? typed.description)
  return withFields(typed, itemFields, {
    title: product.title,
    condition: condition === undefined ? undefined : ebayConditions[condition],
    description,
    [pictureFieldName]: pictures.map((hash) => pictureValue({ hash, alt: alts.get(hash) ?? '' })).join('\n'),
    // A missing quantity means 0, as in eBay's contract, but of a kit nothing.
    quantity: quantity === undefined && isKit ? typed.quantity : String(quantity ?? 0),
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
  const weightGrams = weight && Math.round(weight.value * gramsOf[weightUnits[weight.unit]])
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

/** Aspects, including those that are separate fields at eBay. */
function aspectsOf({ aspects = {}, brand, mpn, ean, upc, isbn }: NonNullable<ItemBody['product']>) {
  const named = { Brand: brand, MPN: mpn, EAN: ean?.[0], UPC: upc?.[0], ISBN: isbn?.[0] }
  const beside = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value]] as const],
  )
  return Object.fromEntries(
    [...beside, ...Object.entries(aspects)].map(([name, values]) => [`aspect.${name.trim()}`, values.join('; ')]),
  )
}

/** Replaces all fields of a kind in a form. */
export function withFields(typed: Typed, kind: RegExp, fields: Readonly<Record<string, string | undefined>>): Typed {
  const rest = Object.entries(typed).filter(([name]) => !kind.test(name))
  const given = Object.entries(fields).filter((field): field is [string, string] => !!field[1])
  return Object.fromEntries([...rest, ...given])
}

export function checkPictureCount(urls: readonly string[]): void {
  if (urls.length > pictureLimits.count)
    throw new SellError(25014, { detail: `A listing has ${pictureLimits.count} pictures at most.` })
}
