import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import type { TextKey } from '#texts/texts.ts'
import { choiceFilter } from './list-parts.server.ts'
import type { FilterValue, ListTotal } from './list.ts'

// Lists with a tab for some states of their rows: what is counted once gives the tabs, the filter and the totals.

export interface StateCount<State extends string> extends ListTotal {
  state: State
}

/** How a list's rows of one seller are counted by state, and with their `amounts` by currency. */
export const countStates =
  <State extends string>(table: keyof Schema, { amounts = false } = {}) =>
  async (db: SellerDb, { sellerId }: { sellerId: number }): Promise<StateCount<State>[]> => {
    const [currency, minor] = amounts ? [sql`currency`, sql`sum(amount_minor)::bigint`] : [sql`''`, sql`0`]
    const { rows } = await sql<StateCount<State>>`
      select state, ${currency} as currency, count(*) as rows, 0 as units, ${minor} as minor
      from ${sql.table(table)} where seller_id = ${sellerId} group by 1, 2 order by 1, 2`.execute(db)
    return rows
  }

export const countIn = <State extends string>(counts: readonly StateCount<State>[], of: readonly NoInfer<State>[]) =>
  counts.reduce((sum, { state, rows }) => (of.includes(state) ? sum + rows : sum), 0)

/** A tab of the rows in some states, which sets the filter `state`. */
export const stateTab = <State extends string>(id: string, label: TextKey, of: readonly State[]) => ({
  id,
  label,
  filters: { state: [...of] },
  count: (counts: readonly StateCount<State>[]) => countIn(counts, of),
})

const keptStates = <State extends string>(indexed: boolean) => ({
  matches: ({ state }: StateCount<State>, { values }: FilterValue) => values.includes(state),
  indexed,
})

/** The filter of a list's states. `indexed`: as in a list's filters. */
export const stateFilter = <State extends string>(
  label: TextKey,
  states: readonly State[],
  words: (state: State) => TextKey,
  { indexed = false } = {},
) => ({ ...choiceFilter('state', label, states, words), kept: keptStates<State>(indexed) })
