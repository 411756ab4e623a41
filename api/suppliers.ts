import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { deleteOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import {
  knownSkus,
  mostSuppliers,
  mostSupplierSkus,
  removeSupplier,
  saveSupplier,
  saveSupplierSkus,
} from '#features/selling/purchases/suppliers-db.server.ts'
import { reckonAdvice } from '#features/selling/reorder/reckon-advice-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { looksLikeEmail } from '#web/form-answer.ts'
import { lockSettingsOf } from '#web/form-baseline.server.ts'
import { sellerEndpoint, sellerParams, type Endpoint, type SellerCall } from './endpoint.ts'
import {
  amount,
  currency as currencyField,
  minorOf,
  money,
  optional,
  sku as skuField,
  text,
  writeAmount,
} from './fields.ts'
import { ApiProblem } from './problem.ts'
import { resource, type ReadRows } from './resource.ts'

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

const readSuppliers: ReadRows<SupplierRow> = async (db, sellerId, which, limit = 1_000) => {
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

const supplierParams = sellerParams.extend({
  supplier: z.string().max(20).meta({ description: 'The supplier’s id', example: '4f1e08c2a9b7' }),
})

const named = suppliers.named({
  path: 'suppliers/{supplier}',
  noun: 'supplier',
  params: supplierParams,
  where: ({ supplier: key }) => sql`s.id = ${key}`,
})

const units = z.int().min(1).max(1_000_000)

const supplierBody = z
  .strictObject({
    name: text(100),
    email: optional(z.string().refine(looksLikeEmail, 'is no e-mail address')),
    currency: currencyField(),
    leadDays: z.int().min(0).max(365),
    note: optional(text(500)),
    skus: z
      .array(
        z.strictObject({
          sku: skuField(),
          code: optional(text(50)),
          price: amount.nullish(),
          leastUnits: units.default(1),
          packUnits: units.default(1),
        }),
      )
      .max(mostSupplierSkus)
      .refine((skus) => new Set(skus.map((each) => each.sku)).size === skus.length, 'name a SKU twice')
      .optional()
      .describe('All SKUs that are bought there; if omitted, they stay'),
  })
  .meta({ id: 'SupplierBody', description: 'A supplier of a seller. A SKU has one supplier: the last that offers it' })

const example = {
  name: 'Film & Co',
  currency: 'GBP',
  leadDays: 14,
  skus: [{ sku: 'M3-1954', price: { value: '2.50', currency: 'GBP' }, leastUnits: 6 }],
}

type SupplierCall = SellerCall<{ seller: string }, unknown, z.output<typeof supplierBody>>

const invalid = (pointer: string, detail: string) => new ApiProblem('invalid-body', { errors: [{ pointer, detail }] })

/** Saves a supplier with its SKUs; throws if a rule is broken. Lock the seller's settings first. */
async function save(db: SellerDb, { hub, seller, body }: SupplierCall, of: { id: string; isNew: boolean }) {
  const [sellerId, now] = [seller.id, hub.now()]
  const { name, email, currency: code, leadDays, note, skus } = body
  const supplierRow = { id: of.id, name, email: email ?? null, currency: code, lead_days: leadDays, note: note ?? null }
  const outcome = await saveSupplier(db, { sellerId, supplier: supplierRow, isNew: of.isNew, now })
  if (outcome === 'taken') throw invalid('/name', 'Another supplier has this name.')
  if (outcome !== 'saved')
    throw new ApiProblem('not-possible-now', { detail: `A seller has at most ${mostSuppliers} suppliers.` })
  if (skus) await replaceSkus(db, { sellerId, supplier: of.id, currency: code, skus, now })
  return writeSupplier(assertDefined((await readSuppliers(db, sellerId, sql`s.id = ${of.id}`))[0], 'it was saved'))
}

interface Replacing {
  sellerId: number
  supplier: string
  currency: string
  skus: NonNullable<z.output<typeof supplierBody>['skus']>
  now: Date
}

async function replaceSkus(db: SellerDb, { sellerId, supplier: id, currency: code, skus, now }: Replacing) {
  const names = skus.map((each) => each.sku)
  const known = await knownSkus(db, sellerId, names)
  const errors = skus.flatMap(({ sku: of, price }, at) => [
    ...(known.has(of)
      ? []
      : [{ pointer: `/skus/${at}/sku`, detail: 'Not a SKU of the seller, or a kit, whose parts are bought.' }]),
    ...(price && price.currency !== code
      ? [{ pointer: `/skus/${at}/price/currency`, detail: `The supplier is paid in ${code}.` }]
      : []),
  ])
  if (errors.length > 0) throw new ApiProblem('invalid-body', { errors })
  const former = await deleteOfSeller(db, 'supplier_skus', sellerId)
    .where('supplier_id', '=', id)
    .returning('sku')
    .execute()
  await saveSupplierSkus(db, {
    sellerId,
    supplier: id,
    offered: skus.map(({ sku: of, code: theirs, price, leastUnits, packUnits }) => ({
      sku: of,
      code: theirs ?? null,
      price_minor: price ? minorOf(price) : null,
      least_units: leastUnits,
      pack_units: packUnits,
    })),
  })
  await reckonAdvice(db, { sellerId, skus: [...new Set([...names, ...former.map((row) => row.sku)])], now })
}

/** Where sellers buy their goods. */
export const supplierEndpoints: Endpoint[] = [
  suppliers.list({
    operationId: 'listSuppliers',
    summary: 'List suppliers',
    description: 'Lists where the seller buys goods, with the SKUs and their prices.',
  }),
  sellerEndpoint({
    route: 'POST /sellers/{seller}/suppliers',
    operationId: 'addSupplier',
    summary: 'Add a supplier',
    scope: 'payments:write',
    body: supplierBody,
    example,
    answers: { 201: { description: 'The new supplier', schema: supplier } },
    problems: ['not-possible-now'],
    handle: (call) =>
      call.write(async (db) => {
        await lockSettingsOf(db, call.seller.id)
        const id = randomBytes(6).toString('hex')
        const body = await save(db, call, { id, isNew: true })
        return { status: 201, body, location: `/sellers/${call.params.seller}/suppliers/${id}` }
      }),
  }),
  named.one({ operationId: 'getSupplier', summary: 'Get a supplier' }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/suppliers/{supplier}',
    operationId: 'changeSupplier',
    summary: 'Change a supplier',
    scope: 'payments:write',
    params: supplierParams,
    body: supplierBody,
    example,
    versioned: true,
    answers: { 200: { description: 'The supplier', schema: supplier } },
    handle: (call) =>
      call.write(async (db) => {
        await lockSettingsOf(db, call.seller.id)
        const { key: id } = await named.require(db, call)
        return { status: 200, body: await save(db, call, { id, isNew: false }) }
      }),
  }),
  sellerEndpoint({
    route: 'DELETE /sellers/{seller}/suppliers/{supplier}',
    operationId: 'removeSupplier',
    summary: 'Remove a supplier',
    description: 'Its purchase orders stay, and its SKUs have no supplier.',
    scope: 'payments:write',
    params: supplierParams,
    versioned: true,
    answers: { 204: { description: 'Removed', schema: null } },
    handle: (call) =>
      call.write(async (db) => {
        await lockSettingsOf(db, call.seller.id)
        const { key: id } = await named.require(db, call)
        await removeSupplier(db, { sellerId: call.seller.id, id, now: call.hub.now() })
        return { status: 204 }
      }),
  }),
]
