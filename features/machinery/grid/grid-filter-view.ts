import {
  filterRange,
  filterValues,
  gridHref,
  withFilter,
  type GridDefinition,
  type GridQuery,
} from '#lib/grid-query.ts'
import type { GridChip, GridFilterModel, GridOption } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'

/** Labels and options of a filter. Its kind comes from the definition. */
export interface GridFilterView {
  name: string
  label: string
  hint?: string
  /** Values of a `choice`, periods of a `date`. */
  options?: readonly GridOption[]
  /** Currency of an `amount`; null if it is a count. */
  unit?: string | null
}

export function filterModels(
  filters: readonly GridFilterView[],
  definition: GridDefinition,
  query: GridQuery,
  { typed }: Texts,
): GridFilterModel[] {
  return filters.flatMap((filter): GridFilterModel[] => {
    const { name, label, hint, options = [], unit } = filter
    const rule = definition.filters[name]
    switch (rule?.kind) {
      case undefined:
        return []
      case 'choice':
        return [{ kind: rule.kind, name, label, hint, options, values: filterValues(query, name), many: rule.many }]
      case 'toggle':
        return [{ kind: rule.kind, name, label, hint, on: filterValues(query, name).length > 0 }]
      case 'date':
        return [{ kind: rule.kind, name, label, hint, periods: options, ...filterRange(query, name) }]
      case 'amount': {
        const { from, to } = filterRange(query, name)
        return [{ kind: rule.kind, name, label, hint, unit, from: from && typed(from), to: to && typed(to) }]
      }
    }
  })
}

interface ChipParts {
  filters: readonly GridFilterView[]
  definition: GridDefinition
  query: GridQuery
  path: string
  texts: Texts
}

export function chipsOf({ filters, definition, query, path, texts }: ChipParts): GridChip[] {
  return filters.flatMap((filter) => {
    const rule = definition.filters[filter.name]
    if (!rule || filterValues(query, filter.name).length === 0) return []
    const removeHref = gridHref(path, withFilter(query, filter.name, []), definition)
    if (rule.kind === 'toggle') return [{ label: filter.label, removeHref }]
    const value = rule.kind === 'choice' ? choiceText(filter, query, texts) : rangeText(filter, rule.kind, query, texts)
    return [{ label: texts.t('grid.chip', { filter: filter.label, value }), removeHref }]
  })
}

const labelOf = ({ options }: GridFilterView, value: string) =>
  options?.find((option) => option.value === value)?.label ?? value

function choiceText(filter: GridFilterView, query: GridQuery, texts: Texts): string {
  return texts.list(filterValues(query, filter.name).map((value) => labelOf(filter, value)))
}

function rangeText(filter: GridFilterView, kind: 'date' | 'amount', query: GridQuery, texts: Texts): string {
  const { period, from, to } = filterRange(query, filter.name)
  if (period) return labelOf(filter, period)
  const write = (value: string) => (kind === 'date' ? dayText(value, texts) : amountText(value, filter.unit, texts))
  if (from && to) return from === to ? write(from) : texts.t('grid.range', { from: write(from), to: write(to) })
  return from ? texts.t('grid.range.from', { from: write(from) }) : texts.t('grid.range.to', { to: write(to ?? '') })
}

/** Formats a calendar day without time zone conversion. */
function dayText(day: string, texts: Texts): string {
  return new Intl.DateTimeFormat(texts.locale === 'de' ? 'de-DE' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00Z`))
}

function amountText(value: string, unit: string | null | undefined, texts: Texts): string {
  const locale = texts.locale === 'de' ? 'de-DE' : 'en-GB'
  const isWhole = !value.includes('.')
  return new Intl.NumberFormat(locale, {
    ...(unit ? { style: 'currency', currency: unit, currencyDisplay: 'symbol' } : {}),
    ...(isWhole ? { maximumFractionDigits: 0 } : { minimumFractionDigits: unit ? 2 : 0 }),
  }).format(Number(value))
}
