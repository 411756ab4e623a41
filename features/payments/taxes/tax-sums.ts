import { groupBy } from '#lib/group-by.ts'

/**
 * Who pays a tax to the state: the seller, or the marketplace that collected it. Tax that prices contain is part of the
 * seller's sales.
 */
export const taxKinds = ['SELLER', 'MARKETPLACE', 'INCLUDED'] as const
type TaxKind = (typeof taxKinds)[number]

export interface CountrySum {
  /** Null if it is unknown. */
  country: string | null
  kind: TaxKind
  currency: string
  /** With sales. */
  collectedMinor: number
  /** With refunds: not positive. */
  returnedMinor: number
}

/** Tax as the shop calls it. */
export interface NamedSum extends CountrySum {
  /** Empty if it told none. */
  name: string
  /** In percent; null if it was not told. */
  rate: string | null
  /** Sales on which it was paid, less refunds, without any tax. */
  taxableMinor: number
}

/** Tax of a country and kind by name, or what has no name. */
export interface TaxSum extends CountrySum {
  tax: Pick<NamedSum, 'name' | 'rate'> | null
  /** Null if it is unknown. */
  taxableMinor: number | null
}

const keyOf = ({ country, kind, currency }: CountrySum) => JSON.stringify([country, kind, currency])

export const netMinor = ({ collectedMinor, returnedMinor }: CountrySum): number => collectedMinor + returnedMinor

/**
 * Divides posted tax by name: together with what has no name, the names of a country and kind add up to what is posted.
 * Tax that prices contain is posted as part of the price, and follows its country.
 */
export function addNames(posted: readonly CountrySum[], told: readonly NamedSum[]): TaxSum[] {
  const byKey = groupBy(told, keyOf)
  const divided = posted.flatMap((sum) => dividedSum(sum, namesOf(byKey.get(keyOf(sum)) ?? [])))
  const contained = [...byKey.values()]
    .flatMap((sums) => (sums[0].kind === 'INCLUDED' ? namesOf(sums) : []))
    .toSorted((a, b) => netMinor(b) - netMinor(a))
  const countries = [...new Set([...posted, ...contained].map(({ country }) => country))]
  return [...divided, ...contained].toSorted(
    (a, b) =>
      (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0) ||
      countries.indexOf(a.country) - countries.indexOf(b.country),
  )
}

interface NamedTax extends TaxSum {
  tax: NonNullable<TaxSum['tax']>
}

/** Adds up the sums of a country and kind by name and rate, those with the most tax first. */
function namesOf(sums: readonly NamedSum[]): NamedTax[] {
  return [...groupBy(sums, ({ name, rate }) => JSON.stringify([name, rate])).values()]
    .map((own) => {
      const { name, rate, taxableMinor: _, ...first } = own[0]
      const taxableMinor = own.reduce((sum, each) => sum + each.taxableMinor, 0)
      return { ...own.slice(1).reduce<CountrySum>(plus, first), tax: { name, rate }, taxableMinor }
    })
    .toSorted((a, b) => b.collectedMinor - a.collectedMinor || (a.tax.name < b.tax.name ? -1 : 1))
}

const plus = (a: CountrySum, b: CountrySum): CountrySum => ({
  ...a,
  collectedMinor: a.collectedMinor + b.collectedMinor,
  returnedMinor: a.returnedMinor + b.returnedMinor,
})

function dividedSum(sum: CountrySum, told: readonly NamedTax[]): TaxSum[] {
  const names = told.filter(({ tax }) => tax.name !== '')
  const rest = names.reduce(
    (left, { collectedMinor, returnedMinor }) =>
      plus(left, { ...sum, collectedMinor: -collectedMinor, returnedMinor: -returnedMinor }),
    sum,
  )
  const hasRest = rest.collectedMinor !== 0 || rest.returnedMinor !== 0
  const taxableMinor = told.find(({ tax }) => tax.name === '')?.taxableMinor ?? null
  return hasRest || names.length === 0 ? [...names, { ...rest, tax: null, taxableMinor }] : names
}
