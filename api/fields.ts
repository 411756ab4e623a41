import { z } from 'zod'
import { maxMinor, parseDecimal, toDecimal, type Money } from '#lib/money.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import { isCountry } from '#lib/is-country.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { trimmed } from '#lib/trimmed.ts'

/**
 * Patterns in the documentation use only syntax common to JSON Schema tools. Stricter rules use `refine`, which the
 * documentation omits, and are described in words.
 */
const checkedBy = (pattern: RegExp) => (value: string) => pattern.test(value)

/** Text without NUL and lone surrogates, which PostgreSQL cannot store. */
export const text = (most: number) => textOf(z.string(), most)

const textOf = (string: z.ZodString, most: number) =>
  string
    .min(1)
    .max(most)
    .refine(
      // oxlint-disable-next-line no-control-regex -- just these
      checkedBy(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]*$/u),
      'has characters that no text has',
    )

/** An optional text; `null`, `""` and blanks count as absent, because many programs send every field. */
export const optional = <T extends z.ZodType<string, string>>(field: T) =>
  z
    .union([
      field.refine((value) => value.trim() !== ''),
      z
        .string()
        .regex(/^\s*$/)
        .transform(() => undefined),
    ])
    .nullish()

/** An http or https URL. URL parsers drop some invalid characters; the text is stored as sent. */
export const webAddress = () => z.url({ protocol: /^https?$/, error: 'is no http or https address' }).pipe(text(500))

/** An id given by the marketplace: any single line. */
export const id = () =>
  z
    .string()
    .min(1)
    .max(100)
    .regex(/^\S([^\r\n]*\S)?$/, { error: noId, abort: true })
    .refine(checkedBy(/^[^\p{Cc}\p{Cs}]*$/u), noId)
    // URL parsers remove `.` and `..` from paths even if encoded, so such ids could never be requested.
    .refine(checkedBy(/^(?!\.{1,2}$)/), 'is no id: no address can have a step of points alone')
const noId = 'is no id: it is empty, or has odd spaces'

/** Supported years for storage and date arithmetic. */
const [firstYear, lastYear] = [2000, 2099]

/** A moment, stored in milliseconds. */
export const moment = () =>
  z.iso
    .datetime({ offset: true })
    .refine((value) => {
      const year = new Date(value).getUTCFullYear()
      // Invalid moments were already reported.
      return Number.isNaN(year) || (year >= firstYear && year <= lastYear)
    }, `is not in the years ${firstYear} to ${lastYear}`)
    .meta({ example: '2026-11-22T09:30:00.000Z' })

/** A moment, or a day without a time in the shop's time zone. */
export const momentOrDay = () =>
  z.union([moment(), z.iso.date()]).meta({ examples: ['2026-11-24', '2026-11-24T18:00:00Z'] })

/** Milliseconds a moment may lie in the future, for wrong clocks and missing time zones. */
const ahead = day

/** Past events dated far in the future, from which no deadline could be computed. */
export const notYetHappened = (moments: Readonly<Record<string, string | null | undefined>>, now: Date) =>
  Object.entries(moments).flatMap(([pointer, at]) =>
    at != null && new Date(at).getTime() > now.getTime() + ahead
      ? [{ pointer, detail: 'It has happened, and cannot be more than a day ahead of the hub’s clock.' }]
      : [],
  )

export const country = () =>
  z
    .string()
    .regex(/^[A-Z]{2}$/, { error: noCountry, abort: true })
    .refine(isCountry, noCountry)
export const currency = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, { error: noCurrency, abort: true })
    .refine(isCurrency, noCurrency)
/** Code of an unknown country, as in Unicode's regions. */
export const unknownCountry = 'ZZ'
/** The country of an address, or `ZZ`. */
export const addressCountry = () =>
  z
    .string()
    .regex(/^[A-Z]{2}$/, { error: noCountry, abort: true })
    .refine((code) => isCountry(code) || code === unknownCountry, noCountry)
    .meta({ description: 'ISO 3166 code, or `ZZ` if it is unknown' })
const noCountry = 'is no country: two capital letters (ISO 3166)'
const noCurrency = 'is no currency: three capital letters (ISO 4217)'
export const itemNumber = () => z.string().regex(/^\d{12}$/, 'is no item number: twelve digits')
/** Without blanks around it, which many programs add. */
export const sku = () => textOf(z.string().overwrite(trimmed), 50)

/** An amount in requests, with no more decimals than its currency has. */
const amountBy = (pattern: RegExp, example: string) =>
  z
    .strictObject({
      value: z.string().regex(pattern, 'is no amount: digits, and decimals behind a point').meta({ example }),
      currency: currency().meta({ example: 'GBP' }),
    })
    .refine(
      // Invalid amounts and currencies were already reported.
      ({ value, currency: of }) => !/^[A-Z]{3}$/.test(of) || !pattern.test(value) || parseDecimal(value, of) !== null,
      'has more decimals than its currency',
    )
    .refine(
      ({ value, currency: of }) => Math.abs(parseDecimal(value, of)?.minor ?? 0) <= maxMinor,
      'is more than any amount: nine digits, and eight in currencies of three decimals',
    )

export const amount = amountBy(/^\d{1,9}(\.\d{1,3})?$/, '45.00').meta({
  id: 'Amount',
  description: 'An amount of money. The value is an exact decimal string, never a number',
})

export const signedAmount = amountBy(/^-?\d{1,9}(\.\d{1,3})?$/, '-5.00').meta({
  id: 'SignedAmount',
  description: 'An amount of money, which may be below zero. The value is an exact decimal string, never a number',
})

export const mostLines = 500

export const minorOf = ({ value, currency: of }: z.output<typeof amount>): number =>
  assertDefined(parseDecimal(value, of), 'the schema has let it pass').minor

/** Formats an amount with all decimals of its currency. */
export function writeAmount(money: Money) {
  return { value: toDecimal(money), currency: money.currency }
}

/** An amount in responses. */
export const money = z.object({ value: z.string(), currency: z.string() }).meta({
  id: 'Money',
  description: 'An amount of money. The value is an exact decimal string, with all decimals of the currency',
})

export const sentMoment = () => z.iso.datetime({ offset: true })
