import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { sellerParams, type Endpoint } from './endpoint.ts'
import { money, writeAmount } from './fields.ts'
import { resource } from './resource.ts'

const supplier = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    currency: z.string(),
    leadDays: z.number().describe('Days from the order to the delivery'),
    note: z.string().nullable(),
    skus: z.array(
      z.object({
        sku: z.string(),
        code: z.string().nullable().describe('What the supplier calls it'),
        price: money.nullable().describe('Of a unit; null if unknown'),
        leastUnits: z.number(),
        packUnits: z.number().describe('Orders are multiples of it'),
      }),
    ),
  })
  .meta({ id: 'Supplier', description: 'A supplier of a seller, with the SKUs that are bought there' })

interface SupplierRow extends Pick<Row<'suppliers'>, 'name' | 'email' | 'currency' | 'lead_days' | 'note'> {
  /** Its key as a number, by which pages are cut. */
  id: number
  key: string
  skus: Pick<Row<'supplier_skus'>, 'sku' | 'code' | 'price_minor' | 'least_units' | 'pack_units'>[]
}

async function readSuppliers(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
  limit = 1_000,
): Promise<SupplierRow[]> {
  const { rows } = await sql<SupplierRow>`
    select s.nth as id, s.id as key, s.name, s.email, s.currency, s.lead_days, s.note, coalesce((
      select json_agg(json_build_object('sku', k.sku, 'code', k.code, 'price_minor', k.price_minor,
        'least_units', k.least_units, 'pack_units', k.pack_units) order by k.sku)
      from supplier_skus k where k.seller_id = ${sellerId} and k.supplier_id = s.id), '[]') as skus
    from (
      select *, ('x' || id)::bit(48)::bigint as nth from suppliers where seller_id = ${sellerId} and removed_at is null
    ) s
    where ${which} order by s.nth limit ${limit}`.execute(db)
  return rows
}

const writeSupplier = ({ key, currency, lead_days: leadDays, ...row }: SupplierRow): z.input<typeof supplier> => ({
  id: key,
  name: row.name,
  email: row.email,
  currency,
  leadDays,
  note: row.note,
  skus: row.skus.map(({ sku, code, price_minor: minor, least_units: leastUnits, pack_units: packUnits }) => ({
    sku,
    code,
    price: minor === null ? null : writeAmount({ minor, currency }),
    leastUnits,
    packUnits,
  })),
})

const suppliers = resource({
  name: 'suppliers',
  scope: 'payments:read',
  schema: supplier,
  id: 's.nth',
  read: readSuppliers,
  write: writeSupplier,
})

/** Where sellers buy their goods. */
export const supplierEndpoints: Endpoint[] = [
  suppliers.list({
    operationId: 'listSuppliers',
    summary: 'List suppliers',
    description: 'Lists where the seller buys goods, with the SKUs and their prices.',
  }),
  suppliers.one({
    path: 'suppliers/{supplier}',
    noun: 'supplier',
    operationId: 'getSupplier',
    summary: 'Get a supplier',
    params: sellerParams.extend({
      supplier: z.string().max(20).meta({ description: 'The supplier’s id', example: '4f1e08c2a9b7' }),
    }),
    find: async (db, { seller }, { supplier: key }) => (await readSuppliers(db, seller.id, sql`s.id = ${key}`))[0],
    missing: 'The seller has no such supplier.',
  }),
]
