import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { scaleOutBreaches } from './scale-out-rules.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

/** What was found, thrown so that what was planted goes again. */
class Planted extends Error {
  readonly breaches: string[]
  constructor(breaches: string[]) {
    super('planted')
    this.breaches = breaches
  }
}

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})

it('the schema keeps to what also runs on a cluster divided by seller', async () => {
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
  ['rows from a table', trigger('insert into order_search select 1, id from orders;'), 'not from arrays'],
  ['a table’s name', trigger('raise notice $n$%$n$, tg_table_name;'), 'tg_table_name'],
  ['a forced plan', trigger('', 'set plan_cache_mode = force_generic_plan'), 'force_generic_plan'],
  [
    'a stable function in an update',
    trigger('update listing_search set terms = search_form(terms);'),
    'a SELECT works out',
  ],
  ['a function in SQL', 'create function planted() returns bigint return (select count(*) from orders)', 'PL/pgSQL'],
  [
    'a statement for each row',
    `${trigger('perform from orders;')};
     create trigger planted before update on orders for each row execute function planted()`,
    'for each row',
  ],
  ['a key without the seller', 'alter table feedback add unique (external_id)', 'does not name the seller'],
  [
    'a key that sets null',
    `alter table feedback add foreign key (seller_id, buyer_id) references buyers on delete set null (buyer_id)`,
    'sets null',
  ],
])('finds %s', async (_name, statement, breach) => {
  const planting = db.owner.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx)
    throw new Planted(await scaleOutBreaches(tx))
  })
  await expect(planting).rejects.toMatchObject({ breaches: [expect.stringContaining(breach)] })
})

it('binds a request with a function that sets the role and a statement that names the seller', async () => {
  const { rows } = await db.pool.query<{ body: string }>(
    `select prosrc as body from pg_proc where proname = 'bind_seller'`,
  )
  expect(rows[0]!.body).toMatch(/set_config\('role', 'hub_seller', true\)/)
  expect(rows[0]!.body).toMatch(/set local hub\.seller_id/)
})
