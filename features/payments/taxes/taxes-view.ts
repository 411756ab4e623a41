import { groupBy } from '#lib/group-by.ts'
import { taxLabel } from '#features/core/order/line-tax.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { PeriodTaxes } from './read-taxes.server.ts'
import { periodKinds, periodOf, periodWords, shiftPeriod, type TaxPeriod } from './tax-period.ts'
import type { TaxCoverage } from './taxes-db.server.ts'
import { netMinor, taxKinds, type TaxSum } from './tax-sums.ts'

export type TaxesModel = ReturnType<typeof taxesModel>

export function taxesModel(taxes: PeriodTaxes, texts: Texts) {
  const { period, thisMonth, sums, coverage, unknownHref } = taxes
  const { t } = texts
  const link = (to: TaxPeriod) => ({ text: periodWords(to, texts), href: paths.taxes(to.key) })
  const next = shiftPeriod(period, 1)
  const byCurrency = [...groupBy(sums, ({ currency }) => currency)]
  return {
    // "October 2026".
    period: periodWords(period, texts),
    // What the figures contain, and from which day; what not.
    basis: basisWords(taxes, texts),
    // For how many sales tax is known, with a link to the others; null if for all, or without sales.
    coverage: isCovered(coverage)
      ? null
      : {
          text: coverageWords(coverage, texts),
          link: t('taxes.coverage.rest', { n: coverage.sales - coverage.known }),
          href: unknownHref,
        },
    tabs: periodKinds.map((kind) => {
      // The period of another kind in which the shown one lies, or with which it begins.
      const URL = paths.taxes(periodOf(kind, period.first).key)
      return {
        label: { text: t('taxes.kind', { kind }), action: { type: 'NAV' as const, URL } },
        active: kind === period.kind,
      }
    }),
    before: link(shiftPeriod(period, -1)),
    after: next.first > thisMonth ? null : link(next),
    currencies: byCurrency.map(([currency, own]) => ({
      currency,
      name: byCurrency.length > 1 ? currency : null,
      sums: sumWords(own, currency, texts),
      hasNames: own.some(({ tax }) => tax !== null),
      rows: own.map((sum) => rowOf(sum, texts)),
    })),
  }
}

export const isCovered = ({ sales, known }: TaxCoverage): boolean => known === sales

/** "Tax and taxable sales are known for 12 of 173 sales." */
export const coverageWords = ({ sales, known }: TaxCoverage, { t }: Pick<Texts, 't'>): string =>
  t('taxes.coverage', { known, sales })

/** What an accountant has to know of the figures; the first day only if the period begins before it. */
export const basisWords = (
  { coverage: { firstSale }, from }: Pick<PeriodTaxes, 'coverage' | 'from'>,
  { t, moment, zoneName }: Pick<Texts, 't' | 'moment' | 'zoneName'>,
): string[] => [
  t('taxes.hint', { zone: zoneName(from) }),
  ...(firstSale !== null && firstSale > from ? [t('taxes.begins', { day: moment(firstSale, 'date') })] : []),
]

/** Name of a kind: "Collected by you". */
export const taxKindWords = (kind: TaxSum['kind'], { t }: Pick<Texts, 't'>): string => t('taxes.by', { kind })

/** Name of a tax: "VAT 20%". */
export const taxNameWords = ({ tax }: Pick<TaxSum, 'tax'>, texts: Pick<Texts, 't' | 'percent'>): string =>
  tax === null ? texts.t('taxes.unnamed') : taxLabel(tax, texts)

function sumWords(own: readonly TaxSum[], currency: string, texts: Texts): string {
  const words = taxKinds.flatMap((kind) => {
    const sums = own.filter((sum) => sum.kind === kind)
    const minor = sums.reduce((all, sum) => all + netMinor(sum), 0)
    return sums.length === 0 ? [] : texts.t('taxes.sum', { kind, amount: texts.money({ minor, currency }) })
  })
  return words.join(' · ')
}

function rowOf(sum: TaxSum, texts: Texts) {
  const { country, kind, currency, collectedMinor, returnedMinor } = sum
  const money = (minor: number) => (minor === 0 ? '–' : texts.money({ minor, currency }))
  const tax = taxNameWords(sum, texts)
  return {
    key: `${country} ${kind} ${tax}`,
    country: country === null ? texts.t('taxes.unknownCountry') : texts.country(country),
    // "VAT 20%".
    tax,
    kind: taxKindWords(kind, texts),
    taxable: sum.taxableMinor === null ? '–' : texts.money({ minor: sum.taxableMinor, currency }),
    collected: money(collectedMinor),
    returned: money(returnedMinor),
    net: texts.money({ minor: netMinor(sum), currency }),
  }
}
