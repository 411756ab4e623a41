import { describe, expect, it } from 'vitest'
import type { GridDefinition } from '#lib/grid-query.ts'
import { parseGridQuery } from '#lib/read-grid-query.ts'
import type { GridRow } from '#shui/grid/grid-model.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { gridModel, type GridParts } from './grid-view.ts'
import { queryDifference } from './hub-grid.tsx'

const definition: GridDefinition = {
  columns: [
    { id: 'order', sort: 'ascending', required: true },
    { id: 'shipBy', sort: 'ascending' },
    { id: 'total', sort: 'descending' },
    { id: 'tracking', shown: false },
  ],
  filters: {
    status: { kind: 'choice', values: ['SHIPPED'] },
    country: { kind: 'choice', pattern: /[A-Z]{2}/, many: true },
    paid: { kind: 'date', periods: ['7d'] },
    amount: { kind: 'amount' },
    several: { kind: 'toggle' },
  },
  defaultSort: { column: 'shipBy', descending: false },
}

const row = (index: number): GridRow => ({
  key: `${index}`,
  href: `/sh/ord/${index}`,
  title: `Order ${index}`,
  cells: { order: `${index}` },
})

/** Model of a page of `total` orders for this query. */
function grid(search: string, total = 120, more: Partial<GridParts> = {}) {
  const { query, problems } = parseGridQuery(new URLSearchParams(search), definition)
  const rows = Array.from({ length: Math.max(0, Math.min(query.limit, total - query.offset)) }, (_, index) =>
    row(index),
  )
  return gridModel({
    title: 'Orders',
    path: '/sh/ord',
    definition,
    query,
    problems,
    texts: textsFor('en', 'Europe/London'),
    columns: {
      order: { label: 'Order', isKey: true },
      shipBy: { label: 'Ship by', order: 'due' },
      total: { label: 'Total', align: 'end', order: 'number' },
      tracking: { label: 'Tracking' },
    },
    filters: [
      { name: 'country', label: 'Country', options: [{ value: 'DE', label: 'Germany' }] },
      { name: 'paid', label: 'Paid', options: [{ value: '7d', label: 'the last 7 days' }] },
      { name: 'amount', label: 'Total', unit: 'GBP' },
      { name: 'several', label: 'Several items' },
    ],
    filterName: (name) => ({ country: 'Country', amount: 'Total' })[name],
    searchPlaceholder: 'Order, buyer',
    exportPath: '/sh/ord/export',
    rows,
    total,
    totals: [],
    nothing: { title: 'No orders yet', hint: 'They will stand here.' },
    ...more,
  })
}

describe('the model of a grid', () => {
  it('sorts by a column’s first direction, and reverses the current one', () => {
    const { columns, sorting } = grid('q=x&offset=50')
    expect(columns.map(({ id, sort }) => [id, sort?.href, sort?.state])).toEqual([
      ['order', '/sh/ord?q=x&sort=order', null],
      ['shipBy', '/sh/ord?q=x&sort=-shipBy', 'ascending'],
      ['total', '/sh/ord?q=x&sort=-total', null],
    ])
    expect(sorting?.text).toBe('Ship by, soonest first')
    expect(sorting?.options.map(({ label, active }) => [label, active])).toEqual([
      ['Order, A to Z', false],
      ['Ship by, soonest first', true],
      ['Ship by, latest first', false],
      ['Total, largest first', false],
    ])
  })

  it('describes each filter, with the address without it', () => {
    const { chips, clearHref } = grid(
      'q=x&status=SHIPPED&country=DE,FR&paidFrom=2026-11-01&paidTo=2026-11-20&amountFrom=10.5&several=1&offset=50',
    )
    expect(chips.map(({ label }) => label)).toEqual([
      'Country: Germany and FR',
      'Paid: 1 Nov 2026 to 20 Nov 2026',
      'Total: from £10.50',
      'Several items',
    ])
    expect(chips[1]?.removeHref).toBe('/sh/ord?q=x&status=SHIPPED&country=DE,FR&amountFrom=10.5&several=1')
    expect(clearHref).toBe('/sh/ord?status=SHIPPED')
    expect(grid('paid=7d&amountTo=20').chips.map(({ label }) => label)).toEqual([
      'Paid: the last 7 days',
      'Total: up to £20',
    ])
    expect(grid('paidFrom=2026-11-01&paidTo=2026-11-01').chips[0]?.label).toBe('Paid: 1 Nov 2026')
    expect(grid('status=SHIPPED')).toMatchObject({ chips: [], clearHref: null })
  })

  it('links to every page that exists', () => {
    expect(grid('').paging).toMatchObject({
      from: '1',
      to: '50',
      total: '120',
      firstHref: null,
      previousHref: null,
      nextHref: '/sh/ord?offset=50',
      lastHref: '/sh/ord?offset=100',
    })
    expect(grid('offset=100').paging).toMatchObject({
      from: '101',
      to: '120',
      previousHref: '/sh/ord?offset=50',
      nextHref: null,
      lastHref: null,
    })
    expect(grid('offset=20').paging.previousHref).toBe('/sh/ord')
    expect(grid('', 50).paging.nextHref).toBeNull()
    expect(grid('limit=25&offset=50').paging.limits.map(({ href }) => href)).toEqual([
      '/sh/ord?limit=25',
      '/sh/ord',
      '/sh/ord?limit=100',
      '/sh/ord?limit=200',
    ])
    expect([0, 25, 26].map((total) => grid('', total).paging.limits.length)).toEqual([0, 0, 4])
  })

  it('exports all results, whatever page is shown', () => {
    expect(grid('q=x&offset=50&cols=order,tracking').export).toEqual({
      href: '/sh/ord/export?q=x&cols=order,tracking',
      label: 'Export 120',
    })
    expect(grid('', 0).export).toBeNull()
  })

  it('has one primary button: in an empty list, that of the empty state', () => {
    const primary = { label: 'Pack', href: '/sh/ord/pack' }
    const nothing = { title: 'No orders yet', hint: '', actions: [{ label: 'First steps', href: '/', primary: true }] }
    expect(grid('', 0, { primary, nothing }).primary).toBeNull()
    for (const [search, total] of [['', 1] as const, ['q=x', 0] as const])
      expect(grid(search, total, { primary, nothing }).primary).toEqual(primary)
  })

  it('distinguishes an empty list, no results, and a page that does not exist', () => {
    expect(grid('', 0).empty).toMatchObject({ kind: 'nothing', title: 'No orders yet' })
    expect(grid('q=x&limit=25', 0).empty).toMatchObject({ kind: 'no-match', actions: [{ href: '/sh/ord?limit=25' }] })
    expect(grid('offset=500', 120).empty).toMatchObject({
      title: 'This page does not exist',
      actions: [{ href: '/sh/ord' }],
    })
    expect(grid('offset=500', 120).paging).toMatchObject({
      from: '0',
      to: '0',
      previousHref: '/sh/ord?offset=100',
      nextHref: null,
    })
    expect(grid('').empty).toBeNull()
  })

  it('reports which parts of the address it ignored', () => {
    expect(grid('country=Atlantis&amountFrom=9&amountTo=8&sort=buyer&limit=7').problems).toEqual([
      'Country: “Atlantis” is not valid and was ignored.',
      'Total: ignored because the start is after the end.',
      'Sorting: “buyer” is not valid and was ignored.',
      'Rows per page: “7” is not valid and was ignored.',
    ])
  })

  it('offers to save a new view that has filters', () => {
    const views = {
      action: '/sh/ord/views',
      saved: [{ id: '3', name: 'Big', query: 'amountFrom=200', deletable: true }],
    }
    expect(grid('', 120, { views }).views?.savable).toBe(false)
    expect(grid('amountFrom=300&offset=50&view=3', 120, { views }).views).toMatchObject({
      savable: true,
      query: 'amountFrom=300',
    })
    const same = grid('amountFrom=200&view=3', 120, { views }).views
    expect(same).toMatchObject({ savable: false, items: [{ href: '/sh/ord?amountFrom=200&view=3', active: true }] })
    expect(grid('').views).toBeNull()
  })

  it('shows the chosen columns and offers all', () => {
    const chosen = grid('cols=tracking,order')
    expect(chosen.columns.map(({ id }) => id)).toEqual(['tracking', 'order'])
    expect(chosen.columnsChosen).toBe(true)
    expect(chosen.columnChoices?.map(({ id, shown }) => [id, shown])).toEqual([
      ['order', true],
      ['shipBy', false],
      ['total', false],
      ['tracking', true],
    ])
  })

  it('keeps its state for the forms, from the first page', () => {
    expect(grid('q=x&country=FR,DE&limit=25&offset=50&view=3').fields).toEqual([
      ['q', 'x'],
      ['country', 'FR,DE'],
      ['limit', '25'],
      ['view', '3'],
    ])
  })
})

it('queryDifference is the change from one query to another', () => {
  expect(queryDifference('?q=x&status=A&offset=50', '?q=x&country=DE&country=FR')).toEqual([
    { key: 'status', value: '' },
    { key: 'offset', value: '' },
    { key: 'country', value: 'DE,FR' },
  ])
  expect(queryDifference('a=1', 'a=+1+')).toEqual([])
})
