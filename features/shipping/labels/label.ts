import type { Row } from '#db/schema.ts'
import { minute } from '#lib/duration.ts'
import type { LabelRate } from '#features/shipping/label-providers/label-provider.ts'

export type LabelState = Row<'labels'>['state']

/** States in which a label is being bought or was bought: its units get no other label. */
export const liveStates = ['WANTED', 'BUYING', 'BOUGHT'] as const satisfies readonly LabelState[]

/** Units of a parcel by position of their line. */
export interface ParcelUnits {
  line: number
  units: number
}

/** Which service is bought: the cheapest, the fastest, or one by its code. */
export const generalWishes = ['cheapest', 'fastest'] as const

/** Days until delivery at the latest; unknown counts as slowest. */
const slowest = ({ days }: LabelRate) => days?.[1] ?? Number.POSITIVE_INFINITY

/** Rates cheapest first, and the faster of two that cost the same. */
export const ratesByCost = <Rate extends LabelRate>(rates: readonly Rate[]): Rate[] =>
  rates.toSorted((a, b) => a.costMinor - b.costMinor || slowest(a) - slowest(b))

/** The rate that a wish chooses; undefined if none carries the parcel. */
export function chooseRate<Rate extends LabelRate>(rates: readonly Rate[], wish: string): Rate | undefined {
  const byCost = ratesByCost(rates)
  if (wish === 'cheapest') return byCost[0]
  if (wish === 'fastest') return byCost.toSorted((a, b) => slowest(a) - slowest(b))[0]
  return byCost.find(({ code }) => code === wish)
}

/** The cheapest rate of a service with this code, name, or carrier and name. */
export const rateCalled = <Rate extends LabelRate>(rates: readonly Rate[], called: string): Rate | undefined =>
  ratesByCost(rates).find(({ code, carrier, service }) =>
    [code, service, `${carrier} ${service}`].some((name) => name.toLowerCase() === called.toLowerCase()),
  )

/** Minutes until a provider is asked again; afterwards each half day. */
const minutesToAsk = [1, 2, 5, 15, 30, 60, 180]

/** When a provider is asked again after `asked` asks without an answer. */
export const nextAsk = (asked: number, now: Date): Date =>
  new Date(now.getTime() + (minutesToAsk[asked] ?? 720) * minute)
