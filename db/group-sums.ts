import type { KeptSum } from './kept-sum.ts'

/** A table of sums over groups of another table's rows, which generated triggers keep and the doctor recounts. */
interface GroupSum {
  /** Its columns are `seller_id`, the keys and the sums, in this order. */
  table: string
  source: string
  /** Expressions of the source's rows, by column. */
  keys?: Readonly<Record<string, string>>
  sums: Readonly<Record<string, string>>
  /** Condition of the rows that count. */
  where?: string
  /** What is summed of a row never changes. */
  isFixed?: true
  /** Rows of the seller that a change of source rows locks first, since additions have locked them: table and order. */
  locks?: readonly [table: string, order: string]
}

const moneyOfLines = { units: 'units', revenue_minor: 'revenue_minor' }
const ofPostings = { source: 'ledger_postings', sums: { amount_minor: 'amount_minor' }, isFixed: true } as const
const sales = 'is_sale(payment_status, cancel_state)'

const groupSums: readonly GroupSum[] = [
  {
    table: 'order_counts',
    source: 'orders',
    keys: { status: 'status', currency: 'currency' },
    sums: { orders: '1', units: 'unit_count', total_minor: 'total_minor' },
  },
  { table: 'seller_orders', source: 'orders', sums: { orders: '1' }, isFixed: true },
  {
    table: 'sales_hours',
    source: 'orders',
    keys: { hour: 'hour_of(placed_at)', currency: 'currency' },
    sums: {
      orders: '1',
      units: 'unit_count',
      gross_minor: 'total_minor',
      shipping_minor: 'least(shipping_minor, total_minor - tax_minor)',
      tax_minor: 'tax_minor',
    },
    where: sales,
  },
  {
    table: 'listing_counts',
    source: 'listings',
    keys: { state: 'state', category: 'category', currency: 'currency' },
    sums: { listings: '1', units: 'quantity_available', value_minor: 'price_minor::numeric * quantity_available' },
  },
  {
    table: 'offer_counts',
    source: 'buyer_offers',
    keys: { state: 'state', begun_by: 'begun_by', currency: 'currency' },
    sums: { offers: '1', value_minor: 'price_minor::numeric * units' },
  },
  {
    table: 'transaction_counts',
    source: 'transactions',
    keys: { state: 'state', kind: 'kind', currency: 'currency' },
    sums: { transactions: '1', net_minor: 'net_minor' },
    // Entries of new transactions, which lock the balances, are written before them.
    locks: ['ledger_accounts', 'account, currency'],
  },
  {
    table: 'transaction_days',
    source: 'transactions',
    keys: { day: 'day_of(happened_at)', kind: 'kind', currency: 'currency' },
    sums: { transactions: '1', net_minor: 'net_minor' },
    isFixed: true,
  },
  {
    ...ofPostings,
    table: 'ledger_accounts',
    keys: { account: 'account', currency: 'currency' },
    sums: { balance_minor: 'amount_minor' },
  },
  {
    ...ofPostings,
    table: 'ledger_hours',
    keys: { hour: 'hour_of(happened_at)', account: 'account', currency: 'currency' },
  },
  {
    ...ofPostings,
    table: 'ledger_days',
    keys: { day: 'day_of(happened_at)', account: 'account', currency: 'currency' },
  },
  {
    table: 'listing_profits',
    source: 'line_profits',
    keys: { listing_id: 'listing_id', currency: 'currency' },
    sums: { ...moneyOfLines, profit_minor: 'profit_minor', cost_minor: 'cost_minor' },
    where: 'is_complete and listing_id is not null',
    isFixed: true,
  },
  {
    table: 'sku_profits',
    source: 'line_profits',
    keys: { sku: 'sku', currency: 'currency' },
    sums: { ...moneyOfLines, cost_minor: 'cost_minor', profit_minor: 'profit_minor' },
    where: 'is_complete and sku is not null',
    isFixed: true,
  },
  {
    table: 'profit_hours',
    source: 'order_profits',
    keys: { hour: 'hour_of(sold_at)', currency: 'currency' },
    sums: {
      orders: '1',
      gross_minor: 'total_minor',
      revenue_minor: 'revenue_minor',
      cost_minor: 'cost_minor',
      profit_minor: 'profit_minor',
    },
    where: 'sold_at is not null',
    isFixed: true,
  },
]

const zeros = ({ sums }: GroupSum) => `(${Object.keys(sums).fill('0').join(', ')})`
const keyColumns = ({ keys }: GroupSum) => ['seller_id', ...Object.keys(keys ?? {})]
const placesOf = (sum: GroupSum) => keyColumns(sum).map((_, nth) => nth + 1)

/** Statement of the groups of `from` with their sums, each row `factor` times, and without groups of nothing if told. */
function selectGroups(sum: GroupSum, from: string, { factor = '1', leavesOutZeros = false } = {}): string {
  const { keys, sums, where } = sum
  const summed = Object.values(sums).map((each) => `sum(${factor} * (${each}))`)
  return [
    `select ${['seller_id', ...Object.values(keys ?? {}), ...summed].join(', ')}`,
    `from ${from}`,
    ...(where ? [`where ${where}`] : []),
    `group by ${placesOf(sum).join(', ')}`,
    ...(leavesOutZeros ? [`having (${summed.join(', ')}) <> ${zeros(sum)}`] : []),
  ].join(' ')
}

const bothSides = '(select 1 as n, * from added union all select -1, * from removed) moved'

/** The trigger function of a sum, and its triggers. */
function triggerSql(sum: GroupSum): string {
  const { table, source, sums, isFixed, locks } = sum
  const [keys, columns] = [keyColumns(sum), Object.keys(sums)]
  const order = `order by ${placesOf(sum).join(', ')}`
  const keep = (select: string) => `select array_agg(s::${table}) into sums from (${select} ${order}) s;`
  const change = `
  if tg_op = 'UPDATE' then
    ${keep(selectGroups(sum, bothSides, { factor: 'n', leavesOutZeros: true }))}
  end if;`
  const lock =
    locks &&
    `
  if tg_op = 'UPDATE' then
    for one in select distinct on (s.seller_id) s.* from unnest(sums) s order by s.seller_id loop
      perform from ${locks[0]} where seller_id = one.seller_id order by ${locks[1]} for update;
    end loop;
  end if;`
  const trigger = (suffix: string, event: string, rows: string) =>
    `create or replace trigger ${table}_${suffix} after ${event} on ${source} referencing ${rows} for each statement execute function sum_${table}();\n`
  return `
create or replace function sum_${table}() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sums ${table}[];
  one ${table};
begin
  if tg_op = 'DELETE' then
    -- Row by row, and only existing rows: the seller may be deleted by the same statement.
    for one in ${selectGroups(sum, 'removed')} ${order} loop
      update ${table} c set ${columns.map((each) => `${each} = c.${each} - one.${each}`).join(', ')}
      where ${keys.map((each) => `c.${each} = one.${each}`).join(' and ')};
    end loop;
    return null;
  end if;
  if tg_op = 'INSERT' then
    ${keep(selectGroups(sum, 'added'))}
  end if;${isFixed ? '' : change}
  if sums is null then
    return null;
  end if;${lock ?? ''}
  insert into ${table} as c (${[...keys, ...columns].join(', ')})
  select * from unnest(sums)
  on conflict (${keys.join(', ')}) do update
    set ${columns.map((each) => `${each} = c.${each} + excluded.${each}`).join(', ')};
  return null;
end
$$;
${trigger('counted', 'insert', 'new table as added')}${
    isFixed ? '' : trigger('recounted', 'update', 'old table as removed new table as added')
  }${trigger('uncounted', 'delete', 'old table as removed')}`
}

/** The functions and triggers of all sums, as a file of `db/functions`. */
export const groupSumFunctions = (): string => groupSums.map(triggerSql).join('')

/** The sums as the doctor checks and rebuilds them. */
export const keptGroupSums: readonly KeptSum[] = groupSums.map((sum) => {
  const { table, source, sums } = sum
  return {
    table,
    columns: [...keyColumns(sum), ...Object.keys(sums)].join(', '),
    empty: `(${Object.keys(sums).join(', ')}) = ${zeros(sum)}`,
    rows: selectGroups(sum, source, { leavesOutZeros: true }),
    sources: source,
  }
})
