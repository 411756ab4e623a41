import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { country, text } from '../fields.ts'
import { pageFacts, readRowRange } from './paging.ts'
import { parseBody, SellError } from './sell-error.ts'
import { inventoryRoot, type SellCall, type SellRoute } from './sell-route.ts'

const root = `${inventoryRoot}/location`
const limits = { usual: 100, most: 100, errors: { limit: 25802, offset: 25802 } } as const
/** Maximum locations of a shop, against runaway tools. */
const mostLocations = 1_000

const address = z.object({
  addressLine1: text(128).optional(),
  addressLine2: text(128).optional(),
  city: text(128).optional(),
  county: text(64).optional(),
  stateOrProvince: text(128).optional(),
  postalCode: text(16).optional(),
  country: country(),
})

const details = z.object({
  location: z.object({
    address,
    geoCoordinates: z
      .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
      .optional(),
  }),
  name: text(1_000).optional(),
  phone: text(36).optional(),
  locationTypes: z
    .array(z.enum(['STORE', 'WAREHOUSE', 'FULFILLMENT_CENTER']))
    .min(1)
    .max(3)
    .optional(),
  locationInstructions: text(1_000).optional(),
  locationAdditionalInformation: text(256).optional(),
  locationWebUrl: text(512).optional(),
})
export const newLocation = details.extend({ merchantLocationStatus: z.enum(['ENABLED', 'DISABLED']).optional() })
export const changedLocation = details.partial()
type Details = z.output<typeof details>

function keyOf({ params }: SellCall): string {
  const key = text(36).safeParse(params.merchantLocationKey)
  if (!key.success)
    throw new SellError(25804, {
      detail: 'A key has 1 to 36 characters.',
      parameters: { fieldName: 'merchantLocationKey' },
    })
  return key.data
}

/** Requires an address precise enough to ship from. */
function checkAddress({ location }: Pick<Details, 'location'>): void {
  const { postalCode, city, stateOrProvince } = location.address
  if (postalCode === undefined && (city === undefined || stateOrProvince === undefined))
    throw new SellError(25801, {
      detail: 'An address has a postal code, or a city and its state or province.',
      parameters: { fieldName: 'postalCode' },
    })
}

const own = (db: SellerDb, { seller }: SellCall) => selectOfSeller(db, 'merchant_locations', seller.id).selectAll()

async function locationNamed(call: SellCall, db: SellerDb): Promise<Row<'merchant_locations'>> {
  const found = await own(db, call).where('location_key', '=', keyOf(call)).executeTakeFirst()
  if (!found) throw new SellError(25805, { parameters: { fieldName: 'merchantLocationKey' } })
  return found
}

function writeLocation({ location_key, is_enabled, details: stored }: Row<'merchant_locations'>) {
  const { location, locationTypes, ...rest } = details.parse(stored)
  return {
    merchantLocationKey: location_key,
    merchantLocationStatus: is_enabled ? 'ENABLED' : 'DISABLED',
    locationTypes: locationTypes ?? ['WAREHOUSE'],
    location: { locationId: location_key, ...location },
    ...rest,
  }
}

const setting = (call: SellCall, db: SellerDb) =>
  updateOfSeller(db, 'merchant_locations', call.seller.id).where('location_key', '=', keyOf(call))

const enabling = (name: 'enable' | 'disable'): SellRoute => ({
  route: `POST ${root}/{merchantLocationKey}/${name}`,
  scope: 'listings:write',
  async handle(call) {
    await call.write(async (db) => {
      await locationNamed(call, db)
      await setting(call, db)
        .set({ is_enabled: name === 'enable' })
        .execute()
    })
    return { status: 200, body: {} }
  },
})

/** Deletes a location and removes it from offers. */
async function removeLocation(call: SellCall, db: SellerDb): Promise<void> {
  const { location_key: key, details: stored } = await locationNamed(call, db)
  if (details.parse(stored).locationTypes?.includes('FULFILLMENT_CENTER')) throw new SellError(25806)
  await updateOfSeller(db, 'tool_offers', call.seller.id)
    .set({ location_key: null })
    .where('location_key', '=', key)
    .execute()
  await deleteOfSeller(db, 'merchant_locations', call.seller.id).where('location_key', '=', key).execute()
}

/**
 * Locations a seller ships from. The hub uses only the sender's address; these are stored for tools that create them
 * before offers.
 */
export const locationRoutes: SellRoute[] = [
  {
    route: `GET ${root}`,
    scope: 'listings:read',
    async handle(call) {
      const { hub, url, read } = call
      const { limit, offset } = readRowRange(url, limits)
      const rows = await read((db) => own(db, call).orderBy('location_key').execute())
      const facts = pageFacts(url, hub.config.publicUrl, { limit, offset, total: rows.length })
      return { status: 200, body: { ...facts, locations: rows.slice(offset, offset + limit).map(writeLocation) } }
    },
  },
  {
    route: `GET ${root}/{merchantLocationKey}`,
    scope: 'listings:read',
    async handle(call) {
      return { status: 200, body: writeLocation(await call.read((db) => locationNamed(call, db))) }
    },
  },
  {
    route: `POST ${root}/{merchantLocationKey}`,
    scope: 'listings:write',
    body: 25802,
    async handle(call) {
      const key = keyOf(call)
      const { merchantLocationStatus: status, ...location } = parseBody(
        newLocation,
        call.body,
        25800,
        missingOf(call.body),
      )
      checkAddress(location)
      await call.write(async (db) => {
        const { known } = await selectOfSeller(db, 'merchant_locations', call.seller.id)
          .select((select) => select.fn.countAll<number>().as('known'))
          .executeTakeFirstOrThrow()
        if (known >= mostLocations)
          throw new SellError(25802, { detail: `A shop has ${mostLocations} locations at most.` })
        const made = await db
          .insertInto('merchant_locations')
          .values({
            seller_id: call.seller.id,
            location_key: key,
            is_enabled: status !== 'DISABLED',
            details: JSON.stringify(location),
          })
          .onConflict((conflict) => conflict.columns(['seller_id', 'location_key']).doNothing())
          .returning('location_key')
          .executeTakeFirst()
        if (!made) throw new SellError(25803, { parameters: { fieldName: 'merchantLocationKey' } })
      })
      return { status: 204 }
    },
  },
  {
    route: `POST ${root}/{merchantLocationKey}/update_location_details`,
    scope: 'listings:write',
    body: 25802,
    async handle(call) {
      const change = parseBody(changedLocation, call.body, 25800)
      if (change.location) checkAddress({ location: change.location })
      await call.write(async (db) => {
        const { details: stored } = await locationNamed(call, db)
        await setting(call, db)
          .set({ details: JSON.stringify({ ...stored, ...change }) })
          .execute()
      })
      return { status: 204 }
    },
  },
  enabling('enable'),
  enabling('disable'),
  {
    route: `DELETE ${root}/{merchantLocationKey}`,
    scope: 'listings:write',
    async handle(call) {
      await call.write((db) => removeLocation(call, db))
      return { status: 204 }
    },
  },
]

/** A missing address is reported as missing, not as invalid. */
function missingOf(body: unknown) {
  const read = z.object({ location: z.object({ address: z.object({ country: z.unknown() }) }) }).safeParse(body)
  return read.success && read.data.location.address.country !== undefined ? [] : ([['$.location', 25801]] as const)
}
