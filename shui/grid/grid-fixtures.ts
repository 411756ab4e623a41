import type { GridCell, GridColumn, GridModel, GridRow, GridTone } from './grid-model.ts'
import type { Selection } from './selection.ts'

// The states of the grid that the gallery shows and the tests render. Orders, because every part is used there.

const path = '/sh/ord'
const at = (search: string) => `${path}?${search}`

const columns: readonly GridColumn[] = [
  { id: 'order', label: 'Order', isKey: true, card: 'key', sort: { href: at('sort=order'), state: null } },
  { id: 'shipBy', label: 'Ship by', card: 'lead', sort: { href: at('sort=-shipBy'), state: 'ascending' } },
  { id: 'buyer', label: 'Buyer', card: 'party' },
  { id: 'item', label: 'Item', width: 'wide', card: 'title' },
  {
    id: 'quantity',
    label: 'Qty',
    align: 'end',
    width: 'narrow',
    card: 'count',
    sort: { href: at('sort=-quantity'), state: null },
  },
  { id: 'total', label: 'Total', align: 'end', card: 'amount', sort: { href: at('sort=-total'), state: null } },
  { id: 'service', label: 'Service', priority: 3 },
  { id: 'paid', label: 'Paid', priority: 2, sort: { href: at('sort=-paid'), state: null } },
]

type Order = [
  number: string,
  tone: GridTone,
  due: string,
  buyer: string,
  country: string,
  title: string,
  sku: string,
  quantity: number,
  total: string,
  service: string,
  paid: string,
]

const orders: readonly Order[] = [
  [
    '14-20931-77120',
    'bad',
    'Overdue 1 d',
    'l.okonkwo',
    'United Kingdom',
    'Leica M3 body, single stroke, 1957, serviced',
    'CAM-0031',
    1,
    '£1,249.00',
    'Special Delivery',
    '18 Nov, 09:12',
  ],
  [
    '14-20940-10233',
    'bad',
    'Overdue 3 h',
    'fotoladen_kiel',
    'Germany',
    'Zeiss Planar 80 mm f/2.8 for Rolleiflex SL66',
    'LEN-0212',
    1,
    '£389.00',
    'DHL Paket',
    '19 Nov, 21:40',
  ],
  [
    '14-20951-00418',
    'warn',
    'Today 17:00',
    'm.tanaka',
    'Japan',
    'Nikon F2 Photomic, black, with 50 mm f/1.4, two finders and original case',
    'CAM-0107',
    1,
    '¥98,000',
    'EMS',
    '20 Nov, 02:15',
  ],
  [
    '14-20951-33871',
    'warn',
    'Today 17:00',
    'ruth_and_sam',
    'United States',
    'Ilford HP5 Plus 120, 10 rolls, expires 2028',
    'FLM-0120-10',
    3,
    '£174.00',
    'Tracked 24',
    '20 Nov, 06:58',
  ],
  [
    '14-20952-90017',
    'neutral',
    'Tomorrow',
    'l.okonkwo',
    'United Kingdom',
    'Lens cap 49 mm, snap-on',
    'ACC-0049',
    2,
    '£9.80',
    'Letter',
    '20 Nov, 08:03',
  ],
  [
    '14-20953-11204',
    'neutral',
    'Tomorrow',
    'atelier.noir',
    'France',
    'Gossen Lunasix F light meter, tested',
    'MET-0007',
    1,
    '£86.50',
    'Colissimo',
    '20 Nov, 10:44',
  ],
  [
    '14-20953-55310',
    'neutral',
    'Mon 24 Nov',
    'دار_الصور',
    'United Arab Emirates',
    'كاميرا كلاسيكية مع حقيبة جلدية',
    'CAM-0140',
    1,
    '£310.00',
    'International',
    '20 Nov, 11:29',
  ],
  [
    '14-20954-20875',
    'neutral',
    'Mon 24 Nov',
    'greta.h',
    'Sweden',
    'Paterson tank, 3 reel',
    'DRK-0018',
    1,
    '£32.00',
    'Tracked 48',
    '20 Nov, 12:02',
  ],
  [
    '14-20954-68101',
    'neutral',
    'Mon 24 Nov',
    'p_moreau',
    'Canada',
    'Hasselblad A12 back, matching insert, 120 film',
    'ACC-0310',
    1,
    '£265.00',
    'International',
    '20 Nov, 12:20',
  ],
  [
    '14-20955-00902',
    'neutral',
    'Mon 24 Nov',
    'ines.v',
    'Portugal',
    'Kodak Portra 400 35 mm, 5 pack',
    'FLM-0400-5',
    2,
    '£124.00',
    'Tracked 48',
    '20 Nov, 13:47',
  ],
  [
    '14-20955-40016',
    'neutral',
    'Tue 25 Nov',
    'bolt&sons',
    'United Kingdom',
    'Manfrotto 190 tripod legs',
    'TRI-0190',
    1,
    '£78.00',
    'Tracked 48',
    '20 Nov, 14:05',
  ],
]

function row(order: Order, key: string = order[0]): GridRow {
  const [number, tone, due, buyer, country, title, sku, quantity, total, service, paid] = order
  const cells: Record<string, GridCell> = {
    order: number,
    shipBy: { kind: 'status', tone, text: due },
    buyer: { kind: 'two-line', main: buyer, second: country },
    item: { kind: 'two-line', main: title, second: sku, image: null },
    quantity: String(quantity),
    total: { kind: 'money', text: total },
    service,
    paid: { kind: 'time', text: paid, dateTime: '2026-11-20T12:00:00Z' },
  }
  return { key, href: `/sh/ord/details?orderid=${number}`, title: `${number}, ${title}`, cells, urgent: tone === 'bad' }
}

/** Rows as the mock shows them, with two filters set. */
export const normalGrid: GridModel = {
  title: 'Awaiting shipment',
  note: 'times in London (GMT)',
  path,
  fields: [
    ['status', 'AWAITING_SHIPMENT'],
    ['paid', '3d'],
    ['printed', 'no'],
  ],
  match: 'status=AWAITING_SHIPMENT&paid=3d&printed=no',
  tabs: [
    { id: 'all', label: 'All', count: '3,128', href: path },
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
  rows: Array.from({ length: 200 }, (_, index) => row(orders[index % orders.length]!, `row-${index}`)),
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
    firstHref: path,
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
  ].map((title, index) => row(orders[index]!.with(5, title) as Order)),
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
  problems: ['Country: “Atlantis” was not understood and is left out.'],
  rows: [],
  total: 0,
  totals: [{ text: '0 orders' }],
  paging: emptyGrid.paging,
  export: null,
  empty: {
    kind: 'no-match',
    title: 'Nothing matches',
    hint: 'Check the spelling, search for less, or take a filter away.',
    actions: [{ label: 'Clear search and filters', href: at('status=AWAITING_SHIPMENT'), primary: true }],
  },
}

/** Some rows, and all that match. */
export const someSelected: Selection = { keys: orders.slice(0, 2).map(([number]) => number), all: false }
export const allSelected: Selection = { keys: [], all: true }
