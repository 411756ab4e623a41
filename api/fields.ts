import { z } from 'zod'
import { parseDecimal, toDecimal, type Money } from '#lib/money.ts'
import { certain } from '#lib/certain.ts'
import { day } from '#lib/duration.ts'
import { isCountry, isCurrency } from '#lib/iso-codes.ts'
import { ApiProblem } from './problem.ts'

/**
 * Patterns of the documentation are read by JSON Schema tools of many languages: they keep to what all regular expressions
 * share. Rules that need more are checked by `refine`, which the documentation does not show, and stand in its description.
 */
const checkedBy = (pattern: RegExp) => (value: string) => pattern.test(value)

/** Text without the characters that PostgreSQL cannot keep, and half characters that nobody can. */
export const text = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine(
      // oxlint-disable-next-line no-control-regex -- just these
      checkedBy(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]*$/u),
      'has characters that no text has',
    )

/** A text field that may be left out. `null` and `""` mean the same as leaving it out: many programs send every field. */
export const optional = <T extends z.ZodType<string, string>>(field: T) =>
  z.union([field, z.literal('').transform(() => undefined)]).nullish()

/** An address of the web. Readers of addresses leave out characters that no text has; what is kept is what was sent. */
export const webAddress = () => z.url({ protocol: /^https?$/, error: 'is no http or https address' }).pipe(text(500))

/** An id that the marketplace gives: anything it likes, on one line. */
export const id = () =>
  z
    .string()
    .min(1)
    .max(100)
    .regex(/^\S([^\r\n]*\S)?$/, { error: noId, abort: true })
    .refine(checkedBy(/^[^\p{Cc}\p{Cs}]*$/u), noId)
    // A URL's reader takes them out of every path, however they are encoded: nothing could be found there.
    .refine(checkedBy(/^(?!\.{1,2}$)/), 'is no id: no address can have a step of points alone')
const noId = 'is no id: it is empty, or has odd spaces'

/** What the hub can keep and count days from. */
const [firstYear, lastYear] = [2000, 2099]

/** A moment, kept to the millisecond. */
export const moment = () =>
  z.iso
    .datetime({ offset: true })
    .refine((value) => {
      const year = new Date(value).getUTCFullYear()
      // What is no moment at all has been said already.
      return Number.isNaN(year) || (year >= firstYear && year <= lastYear)
    }, `is not in the years ${firstYear} to ${lastYear}`)
    .meta({ example: '2026-11-22T09:30:00.000Z' })

/** A promise: a moment, or a day without a time, which is the shop's. */
export const momentOrDay = () =>
  z.union([moment(), z.iso.date()]).meta({ examples: ['2026-11-24', '2026-11-24T18:00:00Z'] })

/** Milliseconds by which a moment may be ahead: what a clock that is wrong, or a time zone that was left out, comes to. */
const ahead = day

/** Refuses what is said to have happened and lies far ahead: nothing that counts days from it would ever come right. */
export function requireHappened(moments: Readonly<Record<string, string | null | undefined>>, now: Date): void {
  const errors = Object.entries(moments).flatMap(([pointer, at]) =>
    at != null && new Date(at).getTime() > now.getTime() + ahead
      ? [{ pointer, detail: 'It has happened, and cannot be more than a day ahead of the hub’s clock.' }]
      : [],
  )
  if (errors.length > 0) throw new ApiProblem('invalid-body', { errors })
}

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
const noCountry = 'is no country: two capital letters (ISO 3166)'
const noCurrency = 'is no currency: three capital letters (ISO 4217)'
export const itemNumber = () => z.string().regex(/^\d{12}$/, 'is no item number: twelve digits')
export const sku = () => text(50)

const amountPattern = /^\d{1,9}(\.\d{1,3})?$/

/** An amount of the request: a decimal with no more decimals than its currency has. */
export const amount = z
  .strictObject({
    value: z
      .string()
      .regex(amountPattern, 'is no amount: digits, and decimals behind a point')
      .meta({ example: '45.00' }),
    currency: currency().meta({ example: 'GBP' }),
  })
  .refine(
    // What is no amount, or no currency, has been said already.
    ({ value, currency: of }) =>
      !/^[A-Z]{3}$/.test(of) || !amountPattern.test(value) || parseDecimal(value, of) !== null,
    'has more decimals than its currency',
  )
  .meta({ id: 'Amount', description: 'Money: exact decimals, never a number' })

/** Minor units of an amount that was checked. */
export const minorOf = ({ value, currency: of }: z.output<typeof amount>): number =>
  certain(parseDecimal(value, of), 'the schema has let it pass').minor

/** An amount as it is sent: with all of its currency's decimals. */
export function writeAmount(money: Money) {
  return { value: toDecimal(money), currency: money.currency }
}

/** An amount of an answer. */
export const money = z
  .object({ value: z.string(), currency: z.string() })
  .meta({ id: 'Money', description: 'Money: exact decimals, as many as the currency has' })

/** A moment of an answer. */
export const sentMoment = () => z.iso.datetime({ offset: true })
