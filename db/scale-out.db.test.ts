import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withClient } from './connection.ts'
import { NoClusterError, planDivision, readTables } from './divide.ts'
import { listMigrations, readPreviousVersion } from './migrate.ts'
import { readReferences } from './references.ts'
import { divisionOf, scaleOutBreaches } from './testing-scale-out.ts'
import { schemaFacts, statementBreaches } from './testing-sent-statements.ts'
import { testDatabase } from './testing.ts'

/** Carries the result; thrown to roll back what was planted. */
class Planted extends Error {
  readonly breaches: string[]
  constructor(breaches: string[]) {
    super('planted')
    this.breaches = breaches
  }
}

const db = await testDatabase()

it('the schema uses only features of a cluster distributed by seller', async () => {
  expect(await scaleOutBreaches(db.owner)).toEqual([])
})

const trigger = (body: string, settings = '') =>
  `create function planted() returns trigger language plpgsql ${settings} as $$ begin ${body} return null; end $$`

it.each([
  [
    'a join of changed rows with a table',
    trigger('perform from changed c join orders o on o.id = c.id;'),
    'joins changed',
  ],
  [
    'a join of changed rows with a table after a comma',
    trigger('perform from orders o, changed c where o.seller_id = c.seller_id and o.id = c.id;'),
    'joins changed',
  ],
  [
    'a variable in ON CONFLICT',
    `create function planted(ids bigint[]) returns void language plpgsql as $$ declare own xid; begin
       insert into changes as c (seller_id, kind, subject_id) select 1, 'ORDER', unnest(ids)
       on conflict (seller_id, kind, subject_id) do update set place = null where c.xmin <> own; end $$`,
    'ON CONFLICT uses the variable own',
  ],
  [
    'the time in ON CONFLICT',
    trigger(`insert into changes (seller_id, kind, subject_id) values (1, 'ORDER', 1)
       on conflict (seller_id, kind, subject_id) do update set changed_at = clock_timestamp();`),
    'ON CONFLICT calls clock_timestamp',
  ],
  ['rows from a table', trigger('insert into order_search select 1, id from orders;'), 'not from arrays'],
  ['a table’s name', trigger('raise notice $n$%$n$, tg_table_name;'), 'tg_table_name'],
  ['a forced plan', trigger('', 'set plan_cache_mode = force_generic_plan'), 'force_generic_plan'],
  [
    'a stable function in an update',
    trigger('update listing_search set terms = search_form(terms);'),
    'a SELECT works out',
  ],
  [
    'time added to a column in an update',
    trigger(`update orders set ship_by = paid_at + interval '1 day' where seller_id = 1;`),
    'a SELECT works out',
  ],
  [
    'JSON of a column in an update',
    trigger(`update orders set extras = jsonb_build_object('id', id) where seller_id = 1;`),
    'a SELECT works out',
  ],
  [
    'the time in a CASE of an update',
    trigger('update orders set paid_at = case when paid_at is null then now() else paid_at end where seller_id = 1;'),
    'a SELECT works out',
  ],
  [
    'the time in a COALESCE of an update',
    trigger('update orders set paid_at = coalesce(paid_at, now()) where seller_id = 1;'),
    'a SELECT works out',
  ],
  [
    'a function that reads rows, called on a seller’s server',
    trigger('perform lock_stock(seller_id, array[listing_id]) from line_items where seller_id = 1;'),
    'calls lock_stock',
  ],
  [
    'a function that reads other sellers’ rows too',
    trigger('perform from orders where id = 1;'),
    'orders without seller_id',
  ],
  [
    'a join that names one of its sellers',
    trigger(
      `update orders o set status = case when l.quantity > 1 then 'A' else 'B' end from line_items l where o.seller_id = 1;`,
    ),
    'without seller_id = one seller',
  ],
  [
    'a function that changes the role of a request',
    `create function planted() returns void language plpgsql security definer as $$ begin perform from orders where seller_id = 1; end $$`,
    'calls it with another role',
  ],
  ['a function in SQL', 'create function planted() returns bigint return (select count(*) from orders)', 'PL/pgSQL'],
  [
    'a statement for each row',
    `${trigger('perform from orders;')};
     create trigger planted before update on orders for each row execute function planted()`,
    'for each row',
  ],
  ['a key without the seller', 'alter table feedback add unique (external_id)', 'does not name the seller'],
  ['a role that travels', trigger('set local role hub_seller;'), 'a role is set by set_config'],
  [
    'a lock of the coordinator’s on a seller’s server',
    trigger('perform pg_advisory_xact_lock(1);'),
    'an advisory lock is the coordinator’s',
  ],
  [
    'a view of all sellers’ words',
    'create view planted as select seller_id, terms from order_search',
    'a view that does not name the bound seller',
  ],
  [
    'a key that sets null',
    `alter table feedback add foreign key (seller_id, buyer_id) references buyers on delete set null (buyer_id)`,
    'sets null',
  ],
])('finds a violation: %s', async (_name, statement, breach) => {
  const planting = db.owner.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx)
    throw new Planted(await scaleOutBreaches(tx))
  })
  await expect(planting).rejects.toMatchObject({ breaches: expect.arrayContaining([expect.stringContaining(breach)]) })
})

it('the division distributes each table of sellers, and none references the coordinator’s tables', async () => {
  const { sellers, coordinator } = await divisionOf(db.owner)
  const placed = await withClient(db.url, readTables)
  expect(placed.slice(0, 2)).toMatchObject([
    { name: 'products', column: null },
    { name: 'sellers', column: 'id' },
  ])
  const { rows: partitions } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relispartition`.execute(
    db.owner,
  )
  const whole = [...sellers.keys()].filter((table) => !partitions.some(({ name }) => name === table))
  expect(
    placed
      .slice(1)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(whole.toSorted())
  const references = await withClient(db.url, readReferences)
  const across = references.filter(({ table, target }) => sellers.has(table) && coordinator.has(target))
  expect(across).toEqual([])
})

it('the division needs a cluster', async () => {
  await expect(withClient(db.url, planDivision)).rejects.toThrow(NoClusterError)
})

/** Changes of a migration that a divided schema refuses. */
const refusedChanges = (text: string, sellers: ReadonlyMap<string, unknown>): string[] => [
  ...[...text.matchAll(/^create table (\w+) [^;]*;/gm)].flatMap(([statement, table = '']) => {
    if (!sellers.has(table)) return []
    const isPlaced = text.includes(`select place_by_seller('${table}');`)
    return [
      ...(isPlaced ? [] : [`${table} is not placed`]),
      ...(/\breferences\b/.test(statement) ? [`${table} refers to others before it is placed`] : []),
    ]
  }),
  // A cluster knows a renamed column of a view by its former name.
  ...[...text.matchAll(/^alter view (\w+)\s+rename column/gm)].map(([, view]) => `a column of ${view} is renamed`),
]

it('a migration that adds a table of sellers distributes it before adding its references', async () => {
  const folder = new URL('migrations/', import.meta.url)
  const { sellers } = await divisionOf(db.owner)
  const { lastMigration } = await readPreviousVersion()
  for (const name of (await listMigrations()).filter((each) => each > lastMigration))
    expect(refusedChanges(await readFile(new URL(`${name}.sql`, folder), 'utf8'), sellers), name).toEqual([])
  const bins = `create table bins (seller_id bigint not null, bin text);\nselect place_by_seller('bins');
    alter table bins add foreign key (seller_id) references sellers;\ncreate table products (id bigint references bins);`
  expect(refusedChanges(bins, sellers)).toEqual([])
  const wrong = `create table bins (seller_id bigint references sellers);\nalter view bin_words rename column bin to shelf;`
  expect(refusedChanges(wrong, sellers)).toEqual([
    'bins is not placed',
    'bins refers to others before it is placed',
    'a column of bin_words is renamed',
  ])
})

it('binds a request with a function that sets the role and a statement that names the seller', async () => {
  const { rows } = await db.pool.query<{ body: string }>(
    `select prosrc as body from pg_proc where proname = 'bind_seller'`,
  )
  expect(rows[0]!.body).toMatch(/set_config\('role', 'hub_seller', true\)/)
  expect(rows[0]!.body).toMatch(/set local hub\.seller_id/)
})

describe('a statement of a page', () => {
  const breachesOf = async (text: string, isBound = true) =>
    statementBreaches(db.owner, [{ text, isBound }], await schemaFacts(db.owner))

  it.each([
    'select o.id from orders o join line_items l on l.seller_id = $1 and l.order_id = o.id where o.seller_id = $1',
    'select o.id from orders o left join line_items l on l.seller_id = o.seller_id and l.order_id = o.id where o.seller_id = $1',
    'select display_name from sellers where id = $1 for update',
    'update orders set buyer_note = $2 where seller_id = $1 and id = any ($3)',
    'update orders set paid_at = now(), buyer_note = coalesce(buyer_note, $2) where seller_id = $1 and id = $3',
    'select lock_stock($1, $2::bigint[])',
    'insert into feedback_weeks (seller_id, week) values ($1, $2), ($1, $3)',
    'select title from products where id = $1',
    'select name from saved_views where member_id = $1',
    `declare matching cursor for select o.id from order_words s join orders o on o.seller_id = $1 and o.id = s.id where s.seller_id = $1 and s.terms like '%leica%'`,
    'select l.id from listings l where l.seller_id = $1 and l.id = $2 for update',
    'update listings l set state = n.state from json_populate_recordset(null::listings, $1::json) n where l.seller_id = $2 and l.id = n.id',
  ])('runs on one server: %s', async (text) => {
    expect(await breachesOf(text)).toEqual([])
  })

  it.each([
    ['select id from orders where order_number = $1', 'orders without seller_id = a parameter'],
    ['select o.id from orders o join line_items l on l.order_id = o.id where o.seller_id = $1', 'line_items without'],
    [
      'select (select max(id) from line_items l where l.seller_id = o.seller_id) from orders o where o.seller_id = $1',
      'line_items without',
    ],
    ['select id from orders where seller_id = (select max(id) from products)', 'orders without'],
    ['select display_name from sellers where username = $1', 'sellers without id = a parameter'],
    ['update orders set buyer_note = $1 where id = $2', 'orders without'],
    ['delete from order_search where order_id = $1', 'order_search_0 without'],
    [
      'insert into order_counts select seller_id, status, currency, 1, 1, 1 from orders where seller_id = $1',
      'rows are inserted from orders',
    ],
    [
      'insert into feedback_weeks (seller_id, week) select $1, week from unnest($2::date[]) week',
      'by a SELECT, not by VALUES',
    ],
    [
      'select v.name from saved_views v join orders o on o.seller_id = $1 where v.seller_id = $1',
      'orders beside saved_views',
    ],
    ['select id from listings where item_number = $1 for update', 'listings without seller_id = a parameter'],
    [
      'update listing_search set terms = search_form(terms) where seller_id = $1 and listing_id = $2',
      'a SELECT works out',
    ],
    [`update orders set ship_by = paid_at + interval '1 day' where seller_id = $1 and id = $2`, 'a SELECT works out'],
    ['update products set title = $1 where id = $2', 'products are on every server'],
    [
      `select s.order_id from order_search s where s.seller_id = $1 and s.terms like $2`,
      'through the views of the owner’s',
    ],
    [
      'select pg_advisory_xact_lock(o.id) from orders o where o.seller_id = $1 and o.id = $2',
      'an advisory lock is taken on a seller’s server',
    ],
    [
      'select lock_stock(l.seller_id, array[l.listing_id]) from line_items l where l.seller_id = $1',
      'lock_stock is called on a seller’s server',
    ],
  ])('is reported if it does not: %s', async (text, breach) => {
    expect((await breachesOf(text)).join('\n')).toContain(breach)
  })

  it('without a seller is marked as running over all sellers, and does not mix them with the coordinator’s tables', async () => {
    const named = expect.stringContaining('sellers without id = a parameter, and no /* over all sellers */')
    expect(await breachesOf('select username from sellers where external_id = $1', false)).toEqual([named])
    expect(
      await breachesOf('select country from seller_names n, session_facts(n.seller_id) where username = $1', false),
    ).toEqual([])
    expect(await breachesOf('select id from orders where seller_id = $1', false)).toEqual([])
    expect(await breachesOf('/* over all sellers */ select count(*) from orders', false)).toEqual([])
    expect(await breachesOf('/* over all sellers */ select id from orders for update skip locked', false)).toEqual([
      expect.stringContaining('rows of all sellers are locked'),
    ])
    const unmarked = expect.stringContaining('orders without seller_id = a parameter, and no /* over all sellers */')
    expect(await breachesOf('select count(*) from orders', false)).toEqual([unmarked])
    const mixed = '/* over all sellers */ select count(*) from members m join orders o on o.buyer_username = m.name'
    expect(await breachesOf(mixed, false)).toEqual([expect.stringContaining('orders beside members')])
  })
})
