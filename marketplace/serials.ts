import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { firstRow } from '#db/one-row.ts'

/** Reserves `count` unique order numbers, `12-34567-89012`. */
export async function drawOrderNumbers(db: Kysely<Schema>, count: number): Promise<string[]> {
  return draw(db, sql<string>`order_number(nextval('order_serials'))`, count)
}

/** Reserves `count` unique 12-digit item numbers. */
export async function drawItemNumbers(db: Kysely<Schema>, count: number): Promise<string[]> {
  return draw(db, sql<string>`item_number(nextval('item_numbers'))`, count)
}

export async function drawEpids(db: Kysely<Schema>, count: number): Promise<string[]> {
  return draw(db, sql<string>`nextval('product_epids')::text`, count)
}

/** Reserves `count` ids of a table, so that rows with mutual references can be written table by table. */
export async function drawIds(db: Kysely<Schema>, table: keyof Schema, count: number): Promise<number[]> {
  const found = await sql<{ name: string }>`select pg_get_serial_sequence(${table}, 'id') as name`.execute(db)
  return draw(db, sql<number>`nextval(${firstRow(found).name}::regclass)`, count)
}

async function draw<T>(db: Kysely<Schema>, next: RawBuilder<T>, count: number): Promise<T[]> {
  const { rows } = await sql<{ drawn: T }>`select ${next} as drawn from generate_series(1, ${count}::integer)`.execute(
    db,
  )
  return rows.map(({ drawn }) => drawn)
}
