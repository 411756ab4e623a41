import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backup, NotEmptyError, refuseWhileInUse, restore } from './backup.ts'
import { openDatabase, type Database } from './client.ts'
import { addSeller } from './testing-seller.ts'
import { inSchema, withClient } from './connection.ts'
import { listMigrations, migrate } from './migrate.ts'
import { DependentsError } from './own-schema.ts'
import { afterTestFile } from './testing-cleanup.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

let folder: string
let first: TestDatabase
let second: Database
let secondUrl: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hub-schema-'))
  first = await testDatabase({ forgetsSeller: true })
  secondUrl = inSchema(first.url, 'second')
  await withClient(secondUrl, (client) => migrate(client, 'second'))
  second = openDatabase({ url: secondUrl })
  afterTestFile(() => second.close())
  await query(`
    create table public.books (title text);
    insert into public.books values ('Middlemarch');
    create function public.lower(text) returns text language sql return 'somebody else’s';
    create table public.sellers (id integer);`)
})

afterAll(() => rm(folder, { recursive: true }))

const query = (statement: string) => withClient(first.url, (client) => client.query(statement))

const namesOf = async ({ owner }: Database) =>
  (await owner.selectFrom('sellers').select('username').execute()).map(({ username }) => username)

const othersRemain = async () => {
  const { rows } = await query(`select title, public.lower('x') as lower from public.books`)
  expect(rows).toEqual([{ title: 'Middlemarch', lower: 'somebody else’s' }])
}

it('two hubs can share a database with other programs without seeing each other', async () => {
  const ann = await addSeller(first, 'ann')
  const bob = await addSeller(second, 'bob')
  expect(bob).toEqual(ann)
  expect([await namesOf(first), await namesOf(second)]).toEqual([['ann'], ['bob']])
  for (const [db, name] of [
    [first, 'ann'],
    [second, 'bob'],
  ] as const) {
    const seen = await db.asSeller(ann, 'read', (own) => own.selectFrom('sellers').select('username').execute())
    expect(seen).toEqual([{ username: name }])
    const words = await sql<{ form: string }>`select search_form('Müller') as form`.execute(db.owner)
    expect(words.rows).toEqual([{ form: 'muller' }])
  }
})

it('two hubs do not block each other', async () => {
  const numberOf = async (db: Database) =>
    (await sql<{ number: string }>`select lock_number('import')::text as number`.execute(db.owner)).rows[0]!.number
  expect(await numberOf(first)).not.toBe(await numberOf(second))
  // The first hub's pool is open.
  await withClient(first.url, (client) => expect(refuseWhileInUse(client, 'restore')).rejects.toThrow('A hub is using'))
  await withClient(inSchema(first.url, 'third'), (client) => refuseWhileInUse(client, 'restore'))
})

it('a restore replaces only the hub’s own tables, with and without --replace', async () => {
  const file = path.join(folder, 'second.backup')
  await withClient(secondUrl, (client) => backup(client, file, new Date()))
  const into = (schema: string, replace: boolean) =>
    withClient(inSchema(first.url, schema), (client) => restore(client, file, { schema, replace }))
  await expect(into('hub', false)).rejects.toThrow(NotEmptyError)
  await into('hub', true)
  expect([await namesOf(first), await namesOf(second)]).toEqual([['bob'], ['bob']])
  await othersRemain()
  // An empty hub beside foreign tables.
  await into('fourth', false)
  await othersRemain()
})

it('a restore refuses to drop objects that depend on the hub’s tables', async () => {
  const file = path.join(folder, 'first.backup')
  await withClient(first.url, (client) => backup(client, file, new Date()))
  await query('create view public.report as select username from hub.sellers')
  const restoring = withClient(first.url, (client) => restore(client, file, { schema: 'hub', replace: true }))
  await expect(restoring).rejects.toThrow(DependentsError)
  await expect(restoring).rejects.toThrow('public.report')
  expect((await query('select * from public.report')).rows).toEqual([{ username: 'bob' }])
})

it.each(['hub', 'second'])('names are resolved in the hub’s schema only, also in functions: %s', async (schema) => {
  const { rows } = await query(`
    select proname from pg_proc
    where pronamespace = '${schema}'::regnamespace and not case
      when prosecdef or prorettype = 'trigger'::regtype
        then coalesce(proconfig @> array['search_path=${schema}, pg_temp'], false)
      else array_to_string(proconfig, ' ') !~ 'search_path=(?!${schema}, pg_temp)' or proconfig is null end`)
  expect(rows).toEqual([])
  expect((await sql`show search_path`.execute(first.owner)).rows).toEqual([{ search_path: 'hub' }])
})

it('functions and triggers are in db/functions, and in no migration but one that fills a sum under its lock', async () => {
  const texts = await Promise.all(
    (await listMigrations()).map(async (name) => [
      name,
      await readFile(new URL(`migrations/${name}.sql`, import.meta.url), 'utf8'),
    ]),
  )
  const found = texts.filter(
    ([, text]) =>
      /\b(?:create(?: or replace)?|drop|alter) (?:function|trigger)\b/i.test(text!) && !/^lock table /m.test(text!),
  )
  expect(found.map(([name]) => name)).toEqual([])
})
