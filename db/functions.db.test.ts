import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { withClient } from './connection.ts'
import { readFunctions, type SchemaFunctions } from './functions.ts'
import { migrate } from './migrate.ts'
import { addSeller } from './testing-seller.ts'
import { testDatabase } from './testing.ts'

const db = await testDatabase({ forgetsSeller: true })
const own = await readFunctions()

/** This program's functions with `text` as an extra file. */
const withFile = (text: string, version = own.version): SchemaFunctions => ({
  ...own,
  version,
  hash: `${own.hash}${text.length}`,
  files: [...own.files, { name: 'more.sql', text }],
})
const apply = (functions: SchemaFunctions) =>
  withClient(db.url, (client) => migrate(client, 'hub', { functions, lockMs: 50 }))
const query = async (statement: string) => (await db.pool.query(statement)).rows
const functionsNamed = (name: string) =>
  query(`select oid::regprocedure::text as name from pg_proc where proname = '${name}'`)
const changedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const triggers = () =>
    query(`select tgname, tgrelid::regclass::text, xmin::text from pg_trigger where not tgisinternal`)
  const before = new Set((await triggers()).map((row) => JSON.stringify(row)))
  await work()
  const after = await triggers()
  return after.filter((row) => !before.has(JSON.stringify(row))).map(({ tgname }) => tgname)
}

// The plan of a trigger's statement is made for the first rows of a session: a join made for one row tries all pairs of many.
it('no trigger joins its old rows with its new ones: `except`, `intersect` or a window pairs them', () => {
  const joins = own.files.flatMap(({ name, text }) =>
    [...text.matchAll(/join (?:added|changed|former|removed)\b/g)].map(() => name),
  )
  expect(joins).toEqual([])
})

// Plans are made for a seller of average size: a hash join then reads all orders of the largest for each batch.
it('a function that looks up rows of a few ids joins them one by one', () => {
  const looksUp = /unnest\(c\.\w+(?:, c\.\w+)*\)[^;]*?\bjoin (?:orders|line_items|shipments) /
  const joinsAll = own.files.flatMap(({ text }) =>
    text
      .split(/(?=create or replace function )/)
      .filter((each) => looksUp.test(each) && !each.includes('set enable_hashjoin = off set enable_mergejoin = off'))
      .map((each) => each.slice(0, each.indexOf('('))),
  )
  expect(joinsAll).toEqual([])
})

it('functions are replaced while others write, and unchanged triggers are not touched', async () => {
  const seller = await addSeller(db, 'ann')
  await withClient(db.url, async (writer) => {
    await writer.query(`begin; update sellers set display_name = 'Ann' where id = ${seller}`)
    const more = withFile('create or replace function more() returns integer language sql return 1;')
    expect(await changedBy(() => apply(more))).toEqual([])
    await writer.query('commit')
  })
  expect(await query('select more()')).toEqual([{ more: 1 }])
})

it('a trigger is replaced if it differs, and created if it is missing', async () => {
  const [first, ...others] = own.triggers
  const changed = { ...first!, text: first!.text.replace('for each', '/* as before */ for each'), hash: 'another' }
  const replaced = () => apply({ ...own, hash: 'changed', triggers: [changed, ...others] })
  expect(await changedBy(replaced)).toEqual([first!.name])
  await query('drop trigger told_added on cases')
  await query(`comment on table migrations is null`)
  expect(new Set(await changedBy(() => apply(own)))).toEqual(new Set([first!.name, 'told_added']))
})

it('functions that are in no file are dropped, also with other parameters, and other programs’ objects stay', async () => {
  await query(`create schema reports; create function reports.watch() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger watched after insert on orders for each statement execute function reports.watch()`)
  const [trigger] = own.triggers
  const extra = { ...trigger!, name: 'extra', text: trigger!.text.replace(trigger!.name, 'extra') }
  const function1 = 'create or replace function more(n integer) returns integer language sql return n;'
  const function2 = `create or replace function more(n integer, m text) returns integer language sql return n;
    revoke execute on function more from public;`
  expect(await changedBy(() => apply({ ...withFile(function1), triggers: [...own.triggers, extra] }))).toEqual([
    'extra',
  ])
  expect(await functionsNamed('more')).toEqual([{ name: 'more(integer)' }])
  await apply(withFile(function2))
  expect(await functionsNamed('more')).toEqual([{ name: 'more(integer,text)' }])
  await apply(own)
  expect(await functionsNamed('more')).toEqual([])
  const named = await query(`select tgname from pg_trigger where tgname in ('extra', 'watched')`)
  expect(named).toEqual([{ tgname: 'watched' }])
})

it('nothing is changed if one file fails, and the error names the file', async () => {
  const broken = withFile('create or replace function more() returns integer language sql return 1; select nonsense();')
  await expect(apply(broken)).rejects.toThrow(
    'Replacing functions failed: more.sql: function nonsense() does not exist',
  )
  expect(await functionsNamed('more')).toEqual([])
})

it('an older hub does not restore its functions, but one of the same version does', async () => {
  await apply(withFile('create or replace function more() returns integer language sql return 1;', '1.10.0'))
  const unchanged = { migrations: [], functions: false }
  expect(await apply({ ...own, version: '1.9.0' })).toEqual({ ...unchanged, isNewer: true })
  expect(await functionsNamed('more')).toEqual([{ name: 'more()' }])
  expect(await apply({ ...own, version: '1.10.0' })).toEqual({ migrations: [], functions: true })
  expect(await functionsNamed('more')).toEqual([])
  expect(await apply({ ...own, version: '1.9.0' })).toEqual(unchanged)
})

it('a file defines each function once, and works in any schema', () => {
  const heads = own.files.flatMap(({ text }) => [...text.matchAll(/^create.*\n/gm)].map(([line]) => line))
  const names = heads.map((line) => /^create or replace function (\w+)\(/.exec(line)?.[1])
  expect(names).not.toContain(undefined)
  expect(names).toEqual([...new Set(names)])
  const fixed = own.files.filter(({ text }) => /set search_path (?!from current)/.test(text))
  expect(fixed).toEqual([])
})

// Stored columns, checks and indexes depend on these functions. Changing one requires a migration that rewrites the
// rows, and its new digest here.
it('functions used in stored values are unchanged since the rows were written', async () => {
  const used = await query(`
    select distinct p.proname as name
    from pg_depend d join pg_proc p on p.oid = d.refobjid and d.refclassid = 'pg_proc'::regclass
    left join pg_attrdef e on d.classid = 'pg_attrdef'::regclass and e.oid = d.objid
    left join pg_attribute a on a.attrelid = e.adrelid and a.attnum = e.adnum
    where p.pronamespace = 'hub'::regnamespace
      and (a.attgenerated = 's' or d.classid in ('pg_constraint'::regclass, 'pg_class'::regclass))
    order by 1`)
  const source = own.files.map(({ text }) => text).join('\n')
  const digestOf = (name: string) => {
    const [definition] = new RegExp(`^create or replace function ${name}\\([^;]*;`, 'm').exec(source)!
    return createHash('sha256').update(definition).digest('hex').slice(0, 8)
  }
  expect(Object.fromEntries(used.map(({ name }) => [name, digestOf(name)]))).toEqual({
    case_turn: 'ac8950d2',
    currency_decimals: 'bb2773e8',
    day_of: 'a2bfc5aa',
    hour_of: 'd31768ff',
    listing_tab: '6f957b24',
    order_status: '46ebea11',
    stock_movement_kind: 'd3bcf1b5',
  })
})
