import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { parseMoment } from './values.ts'
import { testDatabase } from './testing.ts'

it('reads every PostgreSQL timestamp as the driver does', async () => {
  const db = await testDatabase()
  const years = ['0001-01-01', '0099-12-31', '0100-01-01', '1969-12-31 23:59:59.999', '9999-12-31', '10000-01-01']
  const moments = fc.sample(
    fc.date({ min: new Date('1900-01-01'), noInvalidDate: true, max: new Date('2200-01-01') }),
    300,
  )
  const samples = [
    ...years,
    ...moments.map((at) => at.toISOString().replace('Z', '')),
    '2026-11-20 14:30:00.123456',
    '2026-11-20 14:30:00.9',
    '0044-03-15 BC',
    'infinity',
    '-infinity',
  ]
  const { rows } = await sql<{ text: string; at: unknown }>`
    select moment::timestamptz::text as text, moment::timestamptz as at from unnest(${samples}::text[]) as samples (moment)`.execute(
    db.owner,
  )
  const read = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
  for (const { text, at } of rows) {
    expect(parseMoment(text), text).toEqual(read(text))
    expect(at, text).toEqual(read(text))
  }
  expect(rows.find(({ text }) => text.includes('14:30:00.9'))!.at).toEqual(new Date('2026-11-20T14:30:00.900Z'))
})
