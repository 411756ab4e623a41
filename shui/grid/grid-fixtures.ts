import type { Fixture } from '../fixture.ts'
import { at, columns, orders, ordersPath, row } from './grid-rows-fixtures.ts'
import type { Order } from './grid-rows-fixtures.ts'
import type { GridModel } from './grid-model.ts'
import { sayInEnglish } from './grid-words.ts'
import type { GridProps } from './grid.tsx'
import type { Selection } from './selection.ts'

// The states of the grid that the gallery shows and the tests render.

/** Rows as the mock shows them, with two filters set. */
export const normalGrid: GridModel = {
  title: 'Awaiting shipment',
  note: 'times in London (GMT)',
  path: ordersPath,
  fields: [
    ['status', 'AWAITING_SHIPMENT'],
    ['paid', '3d'],
    ['printed', 'no'],
  ],
  match: 'status=AWAITING_SHIPMENT&paid=3d&printed=no',
  tabs: [
    { id: 'all', label: 'All', count: '3,128', href: ordersPath },
    { id: 'unpaid', label: 'Awaiting payment', count: '6', href: at('status=AWAITING_PAYMENT') },
    {
      id: 'unshipped',
      label: 'Awaiting shipment',
      count: '47',
      href: at('status=AWAITING_SHIPMENT'),
      active: true,
      children: [
        { id: 'overdue', label: 'Overdue', count: '4', href: at('status=OVERDUE'), urgent: true },
        { id: 'today', label: 'Due today', count: '11', href: at('status=DUE_TODAY') },
      ],
    },
    { id: 'shipped', label: 'Shipped', count: '212', href: at('status=SHIPPED') },
    { id: 'delivered', label: 'Delivered', count: '2,781', href: at('status=DELIVERED') },
    { id: 'cancelled', label: 'Cancelled', count: '41', href: at('status=CANCELLED') },
    { id: 'refunded', label: 'Refunded', count: '39', href: at('status=REFUNDED') },
  ],
  search: { value: '', placeholder: 'Order, buyer, title, SKU, tracking' },
  filters: [
    {
      kind: 'date',
      name: 'paid',
      label: 'Paid',
      hint: 'Days in London (GMT)',
      periods: [
        { value: 'today', label: 'Today' },
        { value: '3d', label: 'The last 3 days' },
        { value: '31d', label: 'The last 31 days' },
      ],
      period: '3d',
      from: null,
      to: null,
    },
    {
      kind: 'choice',
      name: 'printed',
      label: 'Printed',
      options: [
        { value: 'yes', label: 'Printed' },
        { value: 'no', label: 'Not printed' },
      ],
      values: ['no'],
    },
    {
      kind: 'choice',
      name: 'country',
      label: 'Country',
      many: true,
      options: [
        { value: 'GB', label: 'United Kingdom', count: '21' },
        { value: 'DE', label: 'Germany', count: '9' },
        { value: 'FR', label: 'France', count: '6' },
        { value: 'US', label: 'United States', count: '5' },
        { value: 'JP', label: 'Japan', count: '3' },
        { value: 'AE', label: 'United Arab Emirates', count: '1' },
      ],
      values: [],
    },
    { kind: 'amount', name: 'amount', label: 'Order total', unit: 'GBP', from: null, to: null },
    { kind: 'toggle', name: 'several', label: 'Several items', hint: 'Two or more different listings', on: false },
  ],
  chips: [
    { label: 'Paid in the last 3 days', removeHref: at('status=AWAITING_SHIPMENT&printed=no') },
    { label: 'Not printed', removeHref: at('status=AWAITING_SHIPMENT&paid=3d') },
  ],
  clearHref: at('status=AWAITING_SHIPMENT'),
  problems: [],
  sorting: {
    text: 'Ship by, soonest first',
    options: [
      { label: 'Ship by, soonest first', href: at('sort=shipBy'), active: true },
      { label: 'Ship by, latest first', href: at('sort=-shipBy'), active: false },
      { label: 'Total, largest first', href: at('sort=-total'), active: false },
      { label: 'Paid, newest first', href: at('sort=-paid'), active: false },
    ],
  },
  columns,
  columnChoices: [
    ...columns.map(({ id, label, isKey }) => ({ id, label, shown: true, required: isKey })),
    { id: 'tracking', label: 'Tracking number', shown: false },
  ],
  rows: orders.map((order) => row(order)),
  total: 47,
  totals: [{ text: '47 orders' }, { text: '61 items', tone: 'quiet' }, { text: '£3,918.20 + ¥98,000', tone: 'strong' }],
  paging: {
    from: '1',
    to: '11',
    total: '47',
    firstHref: null,
    previousHref: null,
    nextHref: at('offset=50'),
    lastHref: at('offset=50'),
    limits: [25, 50, 100, 200].map((limit) => ({ limit, href: at(`limit=${limit}`), active: limit === 50 })),
  },
  views: {
    items: [
      { id: '1', label: 'Germany, tracked', href: at('country=DE&view=1'), deletable: true },
      { id: '2', label: 'Over £200', href: at('amountFrom=200&view=2') },
    ],
    action: '/sh/ord/views',
    query: 'status=AWAITING_SHIPMENT&paid=3d',
    savable: true,
  },
  export: { href: '/sh/ord/export?status=AWAITING_SHIPMENT', label: 'Export 47' },
  actions: [{ id: 'export', label: 'Export', url: '/sh/ord/export', method: 'get', primary: true }],
  empty: null,
}

/** 200 rows in the middle of many, every column chosen. */
export const fullGrid: GridModel = {
  ...normalGrid,
  rows: Array.from({ length: Math.ceil(200 / orders.length) }, () => orders)
    .flat()
    .slice(0, 200)
    .map((order, index) => row(order, `row-${index}`)),
  columnsChosen: true,
  columns: [
    ...columns,
    { id: 'tracking', label: 'Tracking number', card: 'line' },
    { id: 'tags', label: 'Tags', card: 'line' },
  ],
  total: 123_456,
  totals: [
    { text: '123,456 orders' },
    { text: '188,201 items', tone: 'quiet' },
    { text: '£9,318,918.20 + ¥98,123,000 + €12,918.20', tone: 'strong' },
  ],
  paging: {
    ...normalGrid.paging,
    from: '401',
    to: '600',
    total: '123,456',
    firstHref: ordersPath,
    previousHref: at('offset=200'),
    nextHref: at('offset=600'),
    lastHref: at('offset=123400'),
  },
}

/** Titles that are long, right to left, or not letters at all. */
export const oddGrid: GridModel = {
  ...normalGrid,
  rows: [
    'Vintage twin-lens reflex camera with leather case, lens hood, three filters, instruction manual in four languages and the original box with seal',
    'عدسة نيكون 50 ملم f/1.4 بحالة ممتازة مع غطاء أصلي وحقيبة جلدية قديمة',
    'מצלמת רפלקס ישנה Canon AE-1 עם עדשה 50mm',
    '📷✨ Polaroid SX-70 👌🏽 + 🎞️×3',
    'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselanhänger',
    '<script>alert("title")</script> & "quotes"',
    '  ',
  ].flatMap((title, index) => orders.slice(index, index + 1).map((order) => row(order.with(5, title) as Order))),
}

/** A seller who has sold nothing yet. */
export const emptyGrid: GridModel = {
  ...normalGrid,
  title: 'All orders',
  fields: [],
  match: '',
  filters: normalGrid.filters,
  chips: [],
  clearHref: null,
  rows: [],
  total: 0,
  totals: [{ text: '0 orders' }],
  paging: { ...normalGrid.paging, from: '0', to: '0', total: '0', nextHref: null, lastHref: null },
  export: null,
  views: { items: [], action: '/sh/ord/views', query: '', savable: false },
  empty: {
    kind: 'nothing',
    title: 'No orders yet',
    hint: 'When a buyer orders, it stands here at once, with the time by which to ship it. Your first listing makes that possible.',
    actions: [{ label: 'Go to the overview', href: '/sh/ovw', primary: true }],
  },
}

/** A search that nothing matches, with a filter that was not understood. */
export const noMatchGrid: GridModel = {
  ...normalGrid,
  search: { value: 'rollieflex', placeholder: 'Order, buyer, title, SKU, tracking' },
  problems: ['Country: “Atlantis” is not valid and was ignored.'],
  rows: [],
  total: 0,
  totals: [{ text: '0 orders' }],
  paging: emptyGrid.paging,
  export: null,
  empty: {
    kind: 'no-match',
    title: 'No results',
    hint: 'Check the spelling, use fewer words or remove a filter.',
    actions: [{ label: 'Clear search and filters', href: at('status=AWAITING_SHIPMENT'), primary: true }],
  },
}

/** Some rows, and all that match. */
export const someSelected: Selection = { keys: orders.slice(0, 2).map(([number]) => number), all: false }
export const allSelected: Selection = { keys: [], all: true }

const say = sayInEnglish
const short = (model: GridModel, path: string): GridModel => ({ ...model, path, rows: model.rows.slice(0, 3) })

/** For the gallery: few rows, because more of them would only be more of the same. */
export const gridFixtures: readonly Fixture<GridProps>[] = [
  { name: 'some rows selected', props: { say, model: short(normalGrid, '/some'), selection: someSelected } },
  {
    name: 'all that match selected, busy',
    props: { say, model: short(oddGrid, '/all'), selection: allSelected, busy: true },
  },
  { name: 'many pages, many columns', props: { say, model: short(fullGrid, '/full') } },
  { name: 'nothing yet', props: { say, model: emptyGrid } },
  { name: 'nothing matches', props: { say, model: noMatchGrid } },
]
