import { z } from 'zod'

// What the carrier's API takes and answers. Amounts are in minor units of their currency.

const text = z.string().trim().max(200)
const country = z.string().regex(/^[A-Z]{2}$/, 'two capital letters')
const minor = z.int().min(0).max(99_999_999)
const currency = z.string().regex(/^[A-Z]{3}$/, 'three capital letters')

export const addressSchema = z.object({
  name: text,
  company: text.nullable(),
  lines: z.array(text).max(5),
  city: text,
  region: text.nullable(),
  postcode: text.nullable(),
  country,
  phone: text.nullable(),
  email: text.nullable(),
})
export type Address = z.infer<typeof addressSchema>

const customsSchema = z.object({
  purpose: z.enum(['SALE', 'RETURN']),
  currency,
  items: z
    .array(
      z.object({
        description: text.min(1),
        quantity: z.int().min(1),
        grams: z.int().min(0),
        valueMinor: minor,
        hsCode: z
          .string()
          .regex(/^\d{6,10}$/, '6 to 10 digits')
          .nullable(),
        originCountry: country,
      }),
    )
    .min(1)
    .max(100),
  ioss: text.nullable(),
  senderEori: text.nullable(),
  recipientEori: text.nullable(),
})
export type Customs = z.infer<typeof customsSchema>

export const parcelSchema = z.object({
  key: z.string().regex(/^[\w-]{1,80}$/, 'letters, digits, - and _'),
  from: addressSchema,
  to: addressSchema,
  grams: z.int().min(1).max(100_000),
  sizeMm: z.tuple([z.int(), z.int(), z.int()]).nullable(),
  reference: text,
  customs: customsSchema.nullable(),
  insuredMinor: minor.nullable(),
  signature: z.boolean(),
  currency,
})
export type Parcel = z.infer<typeof parcelSchema>

export const formats = ['PDF_A6', 'PDF_4X6', 'PDF_A4', 'ZPL'] as const
export type Format = (typeof formats)[number]

export const buyingSchema = z.object({
  rateId: z.string(),
  parcelKey: z.string(),
  reference: text.optional(),
  format: z.enum(formats).default('PDF_A6'),
})

export const moves = ['ACCEPTED', 'IN_TRANSIT', 'DELIVERED', 'EXCEPTION', 'RETURNED'] as const
export type Move = (typeof moves)[number]

/** A request that the carrier does not carry out, and its reason in words. */
export class Refusal extends Error {
  readonly status: 401 | 402 | 404 | 409 | 410 | 422 | 429
  readonly code: string
  constructor(status: Refusal['status'], code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
