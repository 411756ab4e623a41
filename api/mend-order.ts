import { z } from 'zod'
import { pointerTo } from './problem.ts'
import { unknownCountry } from './fields.ts'

/** Most fields that are kept as text, and characters of each. */
const [mostFields, longestValue] = [100, 2_000]

/** Fields of a body that could not be used, kept as text. */
export const unusable = z
  .array(z.strictObject({ field: z.string().min(1).max(200), value: z.string().max(longestValue) }))
  .max(mostFields)
  .nullish()
  .meta({
    description:
      'Data that has no place in the hub, by JSON pointer or a name of yours: kept as text and shown to the seller, who is asked to check the order. The hub adds what it cannot use of an order that is sold',
    example: [{ field: '/buyer/email', value: 'anna at shop.example' }],
  })

export type UnusableField = NonNullable<z.output<typeof unusable>>[number]

export interface RefusedField {
  path: readonly (string | number)[]
  /** Whether the schema has no such field. */
  isUnknown?: boolean
}

/** Repairs a body that its schema refuses; null if it has to stay refused. */
export type Mend = (raw: unknown, refused: readonly RefusedField[], now: Date) => unknown

type Loose = Record<string, unknown>

interface Place {
  body: Loose
  holder: unknown
  now: Date
}

/** The value in place of an unusable one; undefined leaves the field out. */
type Repair = (value: unknown, place: Place) => unknown

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (body: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((of, step) => (typeof of === 'object' && of !== null ? (of as Loose)[step] : undefined), body)

/** Text for a required field of which nothing is known. */
const nothing = '–'

const leftOut: Repair = () => undefined

/** As much of a text as fits, without characters that no text has; `otherwise` if nothing is left. */
const asText =
  (most: number, otherwise: Repair = leftOut): Repair =>
  (value, place) =>
    (['string', 'number', 'boolean'].includes(typeof value) ? textOf(value, most) : '') || otherwise(value, place)

const textOf = (value: unknown, most: number) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- just these
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()

const nameIn =
  (...paths: string[][]): Repair =>
  (_, { body }) =>
    paths.map((path) => at(body, path)).find((name) => typeof name === 'string' && textOf(name, 200) !== '') ?? nothing

const paidAtOf: Repair = (_, { body, now }) => {
  const told = [at(body, ['payment', 'paidAt']), ...paymentsIn(body).map((each) => each.paidAt)]
  const isUsable = (time: unknown): time is string =>
    z.iso.datetime({ offset: true }).safeParse(time).success && Date.parse(time as string) <= now.getTime()
  return told.find(isUsable) ?? now.toISOString()
}

const paymentsIn = ({ payment, payments }: Loose): Loose[] =>
  [payment, ...(Array.isArray(payments) ? (payments as unknown[]) : [])].filter(isObject)

const optionalOfAddress: Readonly<Record<string, Repair>> = {
  company: asText(200),
  line1: asText(200),
  line2: asText(200),
  line3: asText(200),
  region: asText(200),
  postalCode: asText(40),
  phone: asText(60),
}

const address = (names: Repair): Readonly<Record<string, Repair>> => ({
  ...optionalOfAddress,
  name: asText(200, names),
  city: asText(200, () => nothing),
  country: () => unknownCountry,
})

const payment: Readonly<Record<string, Repair>> = {
  id: asText(100, () => 'payment'),
  method: () => 'UNKNOWN',
  paidAt: (_, { body, holder, now }) =>
    at(holder, ['state']) === 'PAID' ? (body.placedAt ?? now.toISOString()) : undefined,
}

const taxes: Readonly<Record<string, Repair>> = { rate: leftOut, name: asText(50, () => nothing) }

/** Without taxes that the amounts contain: they are above what was paid, and the total does not need them. */
const withoutIncluded: Repair = (value) =>
  Array.isArray(value) ? value.filter((tax) => !isObject(tax) || tax.included !== true) : undefined

const line: Readonly<Record<string, Repair>> = {
  item: leftOut,
  listing: leftOut,
  variationId: leftOut,
  variation: leftOut,
  sku: leftOut,
  title: asText(200, (_, { holder }) => textOf(at(holder, ['sku']) ?? '', 200) || nothing),
  taxes: withoutIncluded,
  ...under('taxes/*', taxes),
}

function under(path: string, repairs: Readonly<Record<string, Repair>>): Record<string, Repair> {
  return Object.fromEntries(Object.entries(repairs).map(([name, repair]) => [`${path}/${name}`, repair]))
}

/** Fields of orders that refuse none that is sold. What is missing here is needed: ids, amounts, units. */
const ofOrder: Readonly<Record<string, Repair>> = {
  placedAt: paidAtOf,
  buyer: (value, place) => ({ name: nameIn(['shipTo', 'name'])(value, place) }),
  ...under('buyer', {
    id: leftOut,
    username: leftOut,
    name: asText(200, nameIn(['shipTo', 'name'], ['billTo', 'name'])),
    email: leftOut,
  }),
  delivery: leftOut,
  shipTo: (value, place) => ({
    name: nameIn(['buyer', 'name'])(value, place),
    city: nothing,
    country: unknownCountry,
  }),
  ...under('shipTo', address(nameIn(['buyer', 'name'], ['billTo', 'name']))),
  billTo: leftOut,
  ...under('billTo', address(nameIn(['buyer', 'name'], ['shipTo', 'name']))),
  group: leftOut,
  metadata: leftOut,
  'metadata/*': asText(500),
  shippingService: asText(100),
  buyerNote: asText(2_000),
  coupon: asText(15),
  taxNumbers: leftOut,
  'taxNumbers/*': leftOut,
  gift: () => ({}),
  'gift/message': asText(1_000),
  'gift/hidePrices': leftOut,
  deliveryFrom: leftOut,
  deliveryTo: leftOut,
  onShort: leftOut,
  shipBy: leftOut,
  feedback: leftOut,
  ...under('payment', payment),
  ...under('payments/*', payment),
  ...under('lines/*', line),
  'extras/*/kind': leftOut,
  'extras/*/title': asText(200, () => nothing),
  'extras/*/taxes': withoutIncluded,
  ...under('extras/*/taxes/*', taxes),
  ...under('parcels/*', {
    carrier: asText(100, () => 'Other'),
    service: asText(100),
    trackingNumber: asText(100),
    shippedAt: leftOut,
    deliveredAt: leftOut,
  }),
  'refunds/*/reason': leftOut,
  'cancellations/*/reason': leftOut,
}

/** Whether an order is sold: paid, taken in any case, or of the past. It is not refused for a field that it lacks. */
export const isSold = (body: {
  onShort?: unknown
  history?: unknown
  payment?: unknown
  payments?: unknown
}): boolean =>
  body.onShort === 'take' || body.history === true || paymentsIn(body).some(({ state }) => state === 'PAID')

const mendBy =
  (repairs: Readonly<Record<string, Repair>>, isMended: (body: Loose) => boolean): Mend =>
  (raw, refused, now) => {
    if (!isObject(raw) || !isMended(raw)) return null
    const body = structuredClone(raw)
    const kept: UnusableField[] = Array.isArray(body.unusable) ? (body.unusable as UnusableField[]) : []
    const done = new Set<string>()
    // From the last, since those after one that is removed from a list move.
    for (const { path, isUnknown } of refused.toReversed()) {
      const found = isUnknown ? { path, repair: leftOut } : repairFor(repairs, path)
      if (!found) return null
      const field = pointerTo(found.path).slice(0, 200)
      if (done.has(field)) continue
      done.add(field)
      const value = at(body, found.path)
      const mended = found.repair(value, { body, holder: at(body, found.path.slice(0, -1)), now })
      if (!put(body, found.path, mended)) return null
      // A number where a text belongs is still all of it.
      const isWhole = typeof value === 'number' && mended === String(value)
      if (!isWhole && kept.every((each) => each.field !== field))
        kept.push({ field, value: value == null ? '' : textOf(value, longestValue) })
    }
    return { ...body, unusable: kept.slice(0, mostFields) }
  }

/** The repair of the field itself, or of the nearest one around it. */
function repairFor(repairs: Readonly<Record<string, Repair>>, path: readonly (string | number)[]) {
  for (let length = path.length; length > 0; length -= 1) {
    const own = path.slice(0, length)
    const names = own.map((step, nth) => (typeof step === 'number' || own[nth - 1] === 'metadata' ? '*' : step))
    const repair = repairs[names.join('/')]
    if (repair) return { path: own, repair }
  }
  return null
}

/** Sets a field, or removes it; returns whether there is a place for it. */
function put(body: Loose, path: readonly (string | number)[], value: unknown): boolean {
  const holder = at(body, path.slice(0, -1))
  const last = path.at(-1)
  if (typeof holder !== 'object' || holder === null || last === undefined) return false
  if (value !== undefined) (holder as Loose)[last] = value
  else if (Array.isArray(holder)) (holder as unknown[]).splice(Number(last), 1)
  else delete (holder as Loose)[last]
  return true
}

export const mendOrder: Mend = mendBy(ofOrder, isSold)

export const mendLines: Mend = mendBy(
  Object.fromEntries(Object.entries(ofOrder).filter(([name]) => /^(lines|payments|onShort)/.test(name))),
  isSold,
)

export const mendPayment: Mend = mendBy({ method: () => 'UNKNOWN' }, ({ state }) => state === 'PAID')

export const mendAddress: Mend = mendBy(optionalOfAddress, () => true)
