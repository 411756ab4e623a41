import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { compileOnce, compileOncePer, valuesOf, type BindValue } from './compile-once.ts'
import { testDatabase } from './testing.ts'
import { readBatchPart, readBatch, type BatchPart } from './read-batch.ts'

interface Sum {
  a: number
  b: Date | null
}

const db = await testDatabase()

it('is compiled once and uses the values of each run, also of two at once', async () => {
  let made = 0
  const read = compileOnce((at: BindValue<Sum>) => {
    made += 1
    const a = at((on) => on.a)
    return sql<{ a: number; later: Date | null; constant: string }>`
      select ${a}::integer * 2 + ${a}::integer as a, ${at(({ b }) => b && new Date(b.getTime() + 1_000))}::timestamptz as later,
        ${'kept'}::text as constant`
  })
  const b = new Date('2026-11-24T10:00:00Z')
  const answers = await Promise.all([read(db.owner, { a: 1, b }), read(db.owner, { a: 2, b: null })])
  expect(answers).toEqual([
    [{ a: 3, later: new Date('2026-11-24T10:00:01Z'), constant: 'kept' }],
    [{ a: 6, later: null, constant: 'kept' }],
  ])
  expect(made).toBe(1)
})

it('is compiled for each key, and takes values at run time', async () => {
  const columns = [{ name: 'one' }, { name: 'two' }]
  const statement = ({ name }: { name: string }, at: BindValue<{ sellerId: number; n: number }>) =>
    sql<Record<string, number>>`select ${at(({ n }) => n)}::integer as ${sql.ref(name)}`
  const read = compileOncePer(statement)
  const rows = [1, 2].map((n) => Promise.all(columns.map((column) => read(db.owner, column, { sellerId: 1, n }))))
  expect(await Promise.all(rows)).toEqual([
    [[{ one: 1 }], [{ two: 1 }]],
    [[{ one: 2 }], [{ two: 2 }]],
  ])
  expect((await statement({ name: 'now' }, valuesOf({ sellerId: 1, n: 3 })).execute(db.owner)).rows).toEqual([
    { now: 3 },
  ])
})

it('statements of one message use their own values and return their own rows', async () => {
  const upTo: BatchPart<{ sellerId: number; n: number }, number[]> = {
    statement: (at) => sql`select i from generate_series(1, ${at(({ n }) => n)}::integer) i`,
    read: (rows: { i: number }[]) => rows.map(({ i }) => i),
  }
  const doubled: BatchPart<{ sellerId: number; n: number; by: number }, number> = {
    statement: (at) => sql`select ${at(({ n }) => n)}::integer * ${at(({ by }) => by)}::integer as m`,
    read: ([row]: { m: number }[]) => row!.m,
  }
  const parts = { upTo, doubled }
  expect(await readBatch(db.owner, parts, { sellerId: 1, n: 3, by: 2 })).toEqual({ upTo: [1, 2, 3], doubled: 6 })
  expect(await readBatch(db.owner, parts, { sellerId: 1, n: 0, by: 5 })).toEqual({ upTo: [], doubled: 0 })
  expect(await readBatchPart(db.owner, upTo, { sellerId: 1, n: 2 })).toEqual([1, 2])
})
