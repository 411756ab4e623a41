import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { firstRow } from '#db/one-row.ts'
import { itemNumber, orderNumber } from './order-number.ts'

/** Reserves `count` unique order numbers, `12-34567-89012`. */
export async function drawOrderNumbers(db: Kysely<Schema>, count: number): Promise<string[]> {
  return (await drawSerials(db, 'order_serials', count)).map(orderNumber)
}

/** Reserves `count` unique 12-digit item numbers. */
export async function drawItemNumbers(db: Kysely<Schema>, count: number): Promise<string[]> {
  return (await drawSerials(db, 'item_numbers', count)).map(itemNumber)
}

/** Reserves `count` product ids of the catalogue. */
export async function drawEpids(db: Kysely<Schema>, count: number): Promise<string[]> {
  return (await drawSerials(db, 'product_epids', count)).map(String)
}

/** Reserves `count` ids of a table, so that rows with mutual references can be written table by table. */
export async function drawIds(db: Kysely<Schema>, table: keyof Schema, count: number): Promise<number[]> {
  const found = await sql<{ name: string }>`select pg_get_serial_sequence(${table}, 'id') as name`.execute(db)
  return drawSerials(db, firstRow(found).name, count)
}

async function drawSerials(db: Kysely<Schema>, sequence: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ serial: number }>`
    select nextval(${sequence}::regclass) as serial from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map((row) => row.serial)
}
