import { isInEuropeanUnion } from '#features/core/shipping/shipping-place.ts'
import type { ShipTo } from '#features/orders/order-address/ship-to.ts'
import type { Row } from '#db/schema.ts'
import type { ParcelUnits } from './label.ts'
import type { LabelLine, LabelOrder } from './label-order-db.server.ts'
import type {
  CustomsDeclaration,
  CustomsItem,
  LabelAddress,
  LabelParcel,
} from '#features/shipping/label-providers/label-provider.ts'

export type LabelSender = Omit<Row<'label_settings'>, 'seller_id' | 'format' | 'ships_at' | 'daily_limit_minor'>

/** What a member decides of a parcel. */
export interface ParcelChoice {
  contents: readonly ParcelUnits[]
  grams: number
  sizeMm: readonly [number, number, number] | null
  insuredMinor: number | null
  signature: boolean
}

/** What customs ask of a line and the shop has not said. */
export interface MissingCustoms {
  line: number
  missing: readonly ('hsCode' | 'originCountry')[]
}

/** Goods cross no customs border within a country and within the European Union. */
export const needsCustoms = (from: string, to: string): boolean =>
  from !== to && !(isInEuropeanUnion(from) && isInEuropeanUnion(to))

/** Weight of the units in the heaviest of their packages, in grams; null if an item has none. */
export function weightOf(lines: readonly LabelLine[], contents: readonly ParcelUnits[]): number | null {
  const [weights, packages]: [number[], number[]] = [[], []]
  for (const { line, units } of contents) {
    const known = lines.find((each) => each.line === line)
    if (!known || known.grams === null) return null
    weights.push(known.grams * units)
    packages.push(known.emptyGrams)
  }
  return weights.reduce((sum, grams) => sum + grams, Math.max(0, ...packages))
}

/** All open units of an order. */
export const openContents = (lines: readonly LabelLine[]): ParcelUnits[] =>
  lines.flatMap(({ line, open }) => (open > 0 ? [{ line, units: open }] : []))

/** Lines whose goods lack what customs ask, if the parcel crosses a customs border. */
export function missingCustoms(order: LabelOrder, contents: readonly ParcelUnits[], from: string): MissingCustoms[] {
  if (!needsCustoms(from, order.address.country)) return []
  return contents.flatMap(({ line }) => {
    const known = order.lines.find((each) => each.line === line)
    const missing = (['hsCode', 'originCountry'] as const).filter((part) => !known?.[part])
    return missing.length > 0 ? [{ line, missing }] : []
  })
}

/** The parcel that a provider is asked for: to the buyer, or back from the buyer if it is a return. */
export function labelParcel(
  { key, isReturn }: { key: string; isReturn: boolean },
  { order, sender, choice }: { order: LabelOrder; sender: LabelSender; choice: ParcelChoice },
): LabelParcel {
  const shop = senderAddress(sender)
  const buyer = buyerAddress(order.address, order.email)
  return {
    key,
    from: isReturn ? buyer : shop,
    to: isReturn ? shop : buyer,
    grams: choice.grams,
    sizeMm: choice.sizeMm,
    reference: order.number,
    customs: needsCustoms(shop.country, buyer.country) ? declarationOf({ order, sender, choice, isReturn }) : null,
    insuredMinor: choice.insuredMinor,
    signature: choice.signature,
    currency: order.currency,
  }
}

function declarationOf({
  order,
  sender,
  choice,
  isReturn,
}: {
  order: LabelOrder
  sender: LabelSender
  choice: ParcelChoice
  isReturn: boolean
}): CustomsDeclaration {
  const numberOf = (type: string) => order.taxNumbers.find((each) => each.type === type)?.number ?? null
  return {
    purpose: isReturn ? 'RETURN' : 'SALE',
    currency: order.currency,
    items: choice.contents.flatMap(({ line, units }) => {
      const known = order.lines.find((each) => each.line === line)
      return known ? [customsItem(known, units, { sender, parcelGrams: choice.grams })] : []
    }),
    ioss: numberOf('IOSS'),
    senderEori: sender.eori,
    recipientEori: numberOf('EORI'),
  }
}

function customsItem(
  line: LabelLine,
  quantity: number,
  { sender, parcelGrams }: { sender: LabelSender; parcelGrams: number },
): CustomsItem {
  return {
    sku: line.sku,
    description: line.description ?? line.title.slice(0, 100),
    quantity,
    grams: line.grams ?? Math.max(1, Math.floor(parcelGrams / quantity)),
    valueMinor: line.valueMinor ?? line.unitMinor,
    hsCode: line.hsCode,
    originCountry: line.originCountry ?? sender.country,
  }
}

const senderAddress = (sender: LabelSender): LabelAddress => ({
  name: sender.name,
  company: sender.company,
  lines: [sender.line1, sender.line2].flatMap((line) => line ?? []),
  city: sender.city,
  region: sender.region,
  postcode: sender.postal_code,
  country: sender.country,
  phone: sender.phone,
  email: sender.email,
})

const buyerAddress = (address: ShipTo, email: string | null): LabelAddress => ({
  name: address.name,
  company: address.company,
  lines: [address.line1, address.line2, address.line3].flatMap((line) => line || []),
  city: address.city,
  region: address.region,
  postcode: address.postal_code,
  country: address.country,
  phone: address.phone,
  email,
})
