import type { Connected } from './connected.ts'
import { isOfPast, shipmentsIn } from './decide.ts'
import type { Operations } from './hub-api.ts'
import { takenBack, type AppliedThing, type SentThing } from './outbox.ts'
import { ByHand, type LineUnits, type Shipment, type TakenParcel } from './source.ts'

type HubOrder = Operations['getOrder']['answer']

export interface Due extends Omit<AppliedThing, 'reason' | 'why'> {
  /** For people: `parcel AB123456789GB`. */
  name: string
  tell: () => Promise<void>
}

type Telling = Pick<Connected, 'source' | 'outbox'>

/** What happened to an order in the hub and was not reported; none for an order of another shop. */
export async function dueOfOrder({ source, outbox }: Telling, seller: string, order: HubOrder): Promise<Due[]> {
  const known = await outbox.find('order', { seller, id: order.id })
  if (!known) return []
  const about = { seller, id: order.id }
  const lineOf = (place: number) => known.lineIds[place - 1] ?? String(place)
  // What has an id of the shop comes from there, and so does all that left in the past.
  const own = <T extends { external: string | null }>(list: readonly T[]) => list.filter(({ external }) => !external)
  const parcels = isOfPast(known) ? [] : own(order.parcels)
  const shipments = parcels.map((found): Due => {
    const { contents, external: _, ...parcel } = found
    const shipment = { ...parcel, contents: together(contents, lineOf) }
    return {
      kind: 'shipment',
      key: parcel.id,
      about,
      digest: '',
      name: `parcel ${parcel.trackingNumber ?? parcel.id}`,
      tell: () => tellShipment({ source, outbox }, about, shipment),
    }
  })
  const refunds = own(order.refunds)
    .filter(({ state }) => state === 'REFUNDED')
    .map((found): Due => {
      const { parts, external: _, paidElsewhere: __, ...refund } = found
      const told = {
        ...refund,
        parts: parts.map(({ line, ...part }) => ({ ...part, line: line === null ? null : lineOf(line) })),
      }
      return {
        kind: 'refund',
        key: refund.id,
        about,
        digest: '',
        name: `refund of ${refund.amount.value} ${refund.amount.currency}`,
        tell: () =>
          found.paidElsewhere
            ? byHand(
                'It was paid another way in the hub. Note it in the shop without paying it, then send this again.',
                'refund-elsewhere',
              )
            : source.applyRefund(about, told),
      }
    })
  const applied = isOfPast(known) ? [] : await outbox.appliedTo(about)
  const rest = isOfPast(known)
    ? []
    : [...cancellationsOf(source, order, { known, lineOf }), ...handOverOf(source, order, { known, applied })]
  // What was taken back first: its units may be in the next parcel.
  const gone = [...goneOf(order, applied), ...ownGone(order, known)].map((thing) => takeBack(source, thing))
  return untold(outbox, [...gone, ...shipments, ...refunds, ...rest])
}

/** Tells a parcel. Those that the shop could not take back are done where this one stands for them. */
async function tellShipment(
  { source, outbox }: Telling,
  about: AppliedThing['about'],
  shipment: Omit<Shipment, 'replaces'>,
): Promise<void> {
  const applied = await outbox.appliedTo(about)
  const kept = applied.filter(
    ({ kind, digest, reason }) => kind === 'shipment' && digest === takenBack && reason !== null,
  )
  const outcome = await source.applyShipment(about, { ...shipment, replaces: kept.map(takenParcel) })
  const replaced = new Set(outcome?.replaced.map(({ id }) => id))
  for (const each of kept.filter((thing) => replaced.has(takenParcel(thing).id)))
    await outbox.keepApplied({ ...each, reason: null })
}

/** The key of a parcel that left from the shop, which no key of the hub resembles. */
const keyOfOwn = ({ seller, id }: { seller: string; id: string }, shipment: string) =>
  [seller, id, shipment].map(encodeURIComponent).join('/')

export const takenParcel = ({ key }: Pick<AppliedThing, 'key'>): TakenParcel => {
  const isOwn = key.includes('/')
  return { id: isOwn ? decodeURIComponent(key.split('/').at(-1) ?? '') : key, isOwn }
}

/** Parcels that left from the shop, and that the hub does not have any more. */
function ownGone({ parcels }: Pick<HubOrder, 'parcels'>, known: SentThing): AppliedThing[] {
  const about = { seller: known.seller, id: known.id }
  const told = isOfPast(known) ? [] : shipmentsIn(known.parts)
  return told
    .filter((own) => parcels.every(({ external }) => external !== own))
    .map((own) => ({ kind: 'shipment', key: keyOfOwn(about, own), about, digest: '', reason: null }))
}

/** Parcels and handovers that the shop was told, and that the hub does not have any more. */
export const goneOf = (
  { parcels, deliveredAt }: Pick<HubOrder, 'parcels' | 'deliveredAt'>,
  applied: readonly AppliedThing[],
): AppliedThing[] =>
  applied.filter(({ kind, key }) =>
    kind === 'shipment' ? parcels.every(({ id }) => id !== key) : kind === 'handOver' && deliveredAt === null,
  )

/** Takes a parcel or handover back in the shop. One that the shop had refused is not there. */
export function takeBack(source: Connected['source'], { kind, key, about, digest, reason }: AppliedThing): Due {
  const [what, undo] =
    kind === 'shipment'
      ? (['parcel', source.undoShipment?.bind(source, about, takenParcel({ key }))] as const)
      : (['handover', source.undoHandOver?.bind(source, about)] as const)
  const isThere = reason === null || digest === takenBack
  const text = `The seller took this ${what} back in the hub. Remove it in the shop, then send this again.`
  const tell = undo ?? (() => (isThere ? byHand(text, `${what}-taken-back`) : Promise.resolve()))
  return { kind, key, about, digest: takenBack, name: `${what} taken back`, tell }
}

const byHand = (reason: string, code: string) => Promise.reject(new ByHand(reason, { code }))

/** States of cancellations that took effect. */
export const effective: readonly string[] = ['APPROVED', 'REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND']

/**
 * Cancellations made in the hub, each after its refund: shops that pay back what they cancel find nothing left. Those that
 * the shop decided have the marketplace as initiator.
 */
function cancellationsOf(
  source: Connected['source'],
  { id, lines: all, refunds, cancellations }: HubOrder,
  { known, lineOf }: { known: SentThing; lineOf: (place: number) => string },
): Due[] {
  const { seller } = known
  const apply = source.applyCancellation
  if (!apply || known.parts.cancelled === 'true') return []
  const isRefunded = (key: string | null) =>
    key === null || refunds.some((refund) => refund.id === key && refund.state === 'REFUNDED')
  const left = new Map(
    together(
      all.map(({ line, quantity, cancelled }) => ({ line, quantity: quantity - cancelled })),
      lineOf,
    ).map(({ line, quantity }) => [line, quantity]),
  )
  const unitsOf = (lines: Parameters<typeof together>[0]) =>
    together(lines, lineOf).map((each) => ({ ...each, left: left.get(each.line) ?? 0 }))
  return cancellations
    .filter(({ initiator, reason }) => initiator !== 'MARKETPLACE' || reason === 'ORDER_UNPAID')
    .filter(({ state, refund }) => effective.includes(state) && isRefunded(refund))
    .map(({ id: key, reason, lines, refund }) => ({
      kind: 'cancellation',
      key,
      about: { seller, id },
      digest: '',
      name: lines ? `cancellation of ${lines.reduce((sum, { quantity }) => sum + quantity, 0)} units` : 'cancellation',
      tell: () =>
        refunds.some((each) => each.id === refund && each.paidElsewhere)
          ? byHand(
              'Its refund was paid another way in the hub. Cancel it in the shop without paying it, then send this again.',
              'cancellation-elsewhere',
            )
          : apply({ seller, id }, { id: key, reason, lines: lines && unitsOf(lines) }),
    }))
}

/** The handover of a collected order, unless the shop reported it. One that was taken back is another. */
function handOverOf(
  source: Connected['source'],
  { id, delivery, status, deliveredAt: at }: HubOrder,
  { known: { seller, parts }, applied }: { known: SentThing; applied: readonly AppliedThing[] },
): Due[] {
  const apply = source.applyHandOver
  if (!apply || delivery !== 'COLLECT' || status !== 'DELIVERED' || !at) return []
  const isAnother = applied.some(({ kind, digest }) => kind === 'handOver' && digest === takenBack)
  if (parts.finished && !isAnother) return []
  const about = { seller, id }
  return [
    {
      kind: 'handOver',
      key: keyOfHandOver(about),
      about,
      digest: at,
      name: 'handover',
      tell: () => apply(about, { at }),
    },
  ]
}

const keyOfHandOver = ({ seller, id }: { seller: string; id: string }): string =>
  [seller, id].map(encodeURIComponent).join('/')

/** Units by line of the shop, which may be several lines in the hub. */
const together = (
  units: readonly { line: number; quantity: number }[],
  lineOf: (place: number) => string,
): LineUnits[] =>
  [...Map.groupBy(units, ({ line }) => lineOf(line))].map(([line, own]) => ({
    line,
    quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
  }))

/** Those of which the shop has not been told, or something else. */
export async function untold(outbox: Pick<Connected['outbox'], 'findApplied'>, dues: readonly Due[]): Promise<Due[]> {
  const left: Due[] = []
  for (const due of dues) {
    const told = await outbox.findApplied(due.kind, due.key)
    if (told?.digest !== due.digest) left.push(due)
  }
  return left
}
