import type { GridCell } from '#shui/grid/grid-model.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { moneyCell, timeCell } from './cells.ts'
import { isOneOf, within } from './list-conditions.server.ts'
import type { FilterValue } from './list.ts'
import { labelled } from './list-model.ts'
import { spanOfDays } from './span.ts'

// Columns and filters that many lists have, stated by the table's column that they show or compare.

const ofTime = <Name extends string>(name: Name, label: TextKey) => ({
  label,
  cell: (row: Record<Name, Date | null>, on: { now: Date; texts: Texts }): GridCell => timeCell(row[name], on),
})

/** A column of a time in the past, sorted latest first. */
export const timeColumn = <Name extends string>(name: Name, label: TextKey) => ({
  ...ofTime(name, label),
  sort: { by: [name], first: 'descending', words: 'time' } as const,
})

/** A column of a deadline, sorted earliest first. */
export const dueColumn = <Name extends string>(name: Name, label: TextKey) => ({
  ...ofTime(name, label),
  sort: { by: [name], first: 'ascending', words: 'due' } as const,
})

/** A filter of days in the shop's time zone. */
export const dateFilter = (name: string, label: TextKey) => ({
  kind: 'date' as const,
  label,
  where: (days: FilterValue, { zone }: { zone: string }) => within(name, spanOfDays(days, zone)),
})

/** A filter of values, of which several may be chosen. */
export const choiceFilter = <Value extends string>(
  name: string,
  label: TextKey,
  values: readonly Value[],
  words: (value: Value) => TextKey,
) => ({
  kind: 'choice' as const,
  values,
  many: true,
  label,
  options: labelled(values, words),
  where: (chosen: FilterValue) => isOneOf(name, chosen.values),
})

/** A column of an amount in minor units of the row's currency, empty where there is none. */
export const moneyColumn = <Name extends string>(name: Name, label: TextKey) => ({
  label,
  cell: ({ [name]: minor, currency }: Record<Name, number | null> & { currency: string }, on: { texts: Texts }) =>
    minor === null ? null : moneyCell({ minor, currency }, on),
  align: 'end' as const,
})
