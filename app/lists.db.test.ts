import { globSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import type { List, ListTypes } from '#features/machinery/grid/list.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import type { GridFilterRule } from '#lib/grid-query.ts'
import { keysOf } from '#lib/records.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths } from '#web/paths.ts'
import { listRoute } from './lists.server.ts'

type AnyList = Pick<
  List<ListTypes>,
  'access' | 'columns' | 'filters' | 'path' | 'search' | 'table' | 'tabs' | 'views' | 'walks'
>

const isList = (value: unknown): value is AnyList =>
  typeof value === 'object' && value !== null && 'walks' in value && 'columns' in value

/** Every list of the product, with its export name. */
async function allLists(): Promise<[name: string, AnyList][]> {
  const root = path.resolve(import.meta.dirname, '..')
  const files = globSync('features/**/*-list.server.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(path.join(root, file)) as Promise<object>))
  return modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, AnyList] => isList(entry[1]))
}

const db = await testDatabase()
const { owner } = db
const { rows } = await sql<{ table: string; keys: string }>`
  select c.relname as table, string_agg(a.attname, ', ' order by k.place) as keys
  from pg_index i join pg_class c on c.oid = i.indrelid
  cross join unnest(i.indkey::smallint[]) with ordinality as k (column_place, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.column_place and k.place <= i.indnkeyatts
  where c.relnamespace = 'hub'::regnamespace and i.indpred is null
  group by c.relname, i.indexrelid`.execute(owner)
/** The columns of each index of a table: `seller_id, placed_at, id`. */
const indexesOf = new Map(
  [...Map.groupBy(rows, ({ table }) => table)].map(([table, own]) => [table, own.map(({ keys }) => keys)]),
)
const lists = await allLists()

/** Whether an index provides the rows of a seller, or one page of them, in this order. */
const isFollowed = (table: string, by: readonly string[]) =>
  (indexesOf.get(table) ?? []).some((keys) => keys.startsWith('seller_id, ') && keys.endsWith(`, ${by.join(', ')}, id`))

describe('every list', () => {
  it('is found by its file name', () => {
    expect(lists.map(([name]) => name)).toEqual(expect.arrayContaining(['listingsList', 'ordersList', 'returnsList']))
  })

  it('applies its definition’s access to page, export and saved views', () => {
    const parts = ['page', 'export', 'views'] as const
    const single = lists.flatMap(([, { access, path: page }]) => (typeof page === 'string' ? [{ access, page }] : []))
    expect(single.length).toBeGreaterThan(3)
    for (const { access, page } of single)
      expect(
        parts.map((part) => listRoute(part).accessAt(listPaths(page)[part])),
        page,
      ).toEqual(parts.map(() => access))
  })

  it('has the tab with all rows first, if there is one', () => {
    const late = lists.filter(([, { tabs = [] }]) => tabs.some(({ id }, place) => id === 'all' && place > 0))
    expect(late.map(([name]) => name)).toEqual([])
  })

  it('is read by an index', () => {
    const without = lists.filter(
      ([, { columns, table, walks }]) => !isFollowed(table, columns[walks]?.sort?.by ?? ['?']),
    )
    expect(without.map(([name, { walks }]) => `${name} by ${walks}`)).toEqual([])
  })

  it('sorts by columns of its table, each with an index, and money by value', () => {
    const sorts = lists.flatMap(([name, { columns, table }]) =>
      Object.entries(columns).flatMap(([id, { sort }]) =>
        sort ? [{ what: `${name} by ${id}`, table, by: sort.by }] : [],
      ),
    )
    expect(sorts.length).toBeGreaterThan(20)
    const without = sorts.filter(({ table, by }) => !isFollowed(table, by))
    // There is at most one conversation per order: few enough to sort.
    expect(without.map(({ what }) => what)).toEqual(['conversationsList by buyer', 'conversationsList by since'])
    expect(sorts.filter(({ by }) => by.some((column) => column.endsWith('_minor')))).toEqual([])
  })

  it('with a search takes each of its filters beside it', async () => {
    const hub = testServices(db)
    const ada = await addTestMember(hub)
    await addTestSeller(db, { [ada.id]: 'owner' })
    const browser = await signedInBrowser(hub, ada.email)
    const searched = lists.filter(([, { search }]) => search)
    const tried: string[] = []
    for (const page of keysOf(paths.lists))
      for (const [, { filters }] of searched.filter(([, { views }]) =>
        page.startsWith(typeof views === 'string' ? views : 'listings'),
      ))
        for (const [name, filter] of Object.entries(filters)) {
          const url = `${paths.lists[page]}?${new URLSearchParams({ q: 'leica', ...sampleOf(name, filter) })}`
          tried.push(url)
          const { status } = await browser.get({ loader: listRoute('page') }, url)
          expect(status, url).toBe(200)
        }
    expect(tried.length).toBeGreaterThan(40)
  })
})

/** A value that a filter takes. */
function sampleOf(name: string, filter: GridFilterRule): Record<string, string> {
  switch (filter.kind) {
    case 'choice':
      return { [name]: filter.values?.[0] ?? 'GB' }
    case 'toggle':
      return { [name]: '1' }
    case 'date':
      return { [`${name}From`]: '2026-11-01' }
    case 'amount':
      return { [`${name}From`]: '1' }
  }
}
