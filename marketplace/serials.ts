import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { firstRow } from '#db/one-row.ts'
import { itemNumber, orderNumber } from './order-number.ts'

/** Draws so many order numbers, `12-34567-89012`, that no order has or will get. */
export async function drawOrderNumbers(db: Kysely<Schema>, count: number): Promise<string[]> {
  return (await drawSerials(db, 'order_serials', count)).map(orderNumber)
}

/** Draws so many item numbers of 12 digits that no listing has or will get. */
export async function drawItemNumbers(db: Kysely<Schema>, count: number): Promise<string[]> {
  return (await drawSerials(db, 'item_numbers', count)).map(itemNumber)
}

/** Draws so many product ids of the marketplace's catalogue. */
export async function drawEpids(db: Kysely<Schema>, count: number): Promise<string[]> {
  return (await drawSerials(db, 'product_epids', count)).map(String)
}

/** Draws so many internal keys of a table, so that rows which refer to each other can be written table by table. */
export async function drawIds(db: Kysely<Schema>, table: keyof Schema, count: number): Promise<number[]> {
  const found = await sql<{ name: string }>`select pg_get_serial_sequence(${table}, 'id') as name`.execute(db)
  return drawSerials(db, firstRow(found).name, count)
}

async function drawSerials(db: Kysely<Schema>, sequence: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ serial: number }>`
    select nextval(${sequence}::regclass) as serial from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map((row) => row.serial)
}
