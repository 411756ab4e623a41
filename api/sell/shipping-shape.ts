import type { Shipping, ShippingRate, ShippingService } from '#features/core/shipping/shipping.ts'
import { everywhere, europeanUnion } from '#features/core/shipping/shipping-place.ts'
import { amountOf } from './order-shape.ts'
import type { ApiSeller } from '../sellers-by-id.ts'

export type ShippingShop = Pick<ApiSeller, 'country' | 'currency' | 'handling_days'>

/** Names of eBay's regions that are no code. */
export const regionNames = { [everywhere]: 'Worldwide', [europeanUnion]: 'European Union' }

const regionOf = (place: string) => {
  if (place === everywhere) return { regionName: regionNames[everywhere], regionType: 'WORLDWIDE' }
  if (place === europeanUnion) return { regionName: regionNames[europeanUnion], regionType: 'WORLD_REGION' }
  if (place.length === 2) return { regionName: place, regionType: 'COUNTRY' }
  return { regionName: place, regionType: place.charAt(2) === '-' ? 'STATE_OR_PROVINCE' : 'COUNTRY_REGION' }
}

/**
 * Writes prices of shipping as eBay's options, one a zone and way of pricing. What eBay has no field for is beside its
 * own: `rates`, `freeFrom`, `transitDays`, `severalParcels`, `shopHandlingTime` of a policy with none of its own.
 */
export function writeShipping(seller: ShippingShop, shipping: Shipping): object {
  const { zones, excluded, handlingDays, pickup, splits } = shipping
  const own = seller.country
  const namesOwn = zones.some(({ places }) => places.includes(own))
  const isOwn = (place: string) => place.startsWith(own) || (place === everywhere && !namesOwn)
  return {
    handlingTime: { value: handlingDays ?? seller.handling_days, unit: 'DAY' },
    ...(pickup && { localPickup: true }),
    ...(handlingDays === null && { shopHandlingTime: true }),
    ...(splits && { severalParcels: true }),
    ...(excluded.length > 0 && { shipToLocations: { regionExcluded: excluded.map(regionOf) } }),
    shippingOptions: zones.flatMap(({ places, services }) =>
      runsOf(services).map((run) => ({
        optionType: places.some(isOwn) ? 'DOMESTIC' : 'INTERNATIONAL',
        costType: costTypeOf(run[0]),
        shippingServices: run.map((service, at) => ({
          sortOrder: at + 1,
          ...writeService(service, seller.currency),
          shipToLocations: { regionIncluded: places.map(regionOf) },
        })),
      })),
    ),
  }
}

const costTypeOf = (service: ShippingService | undefined) =>
  service?.rate.by === 'carrier' ? ('CALCULATED' as const) : ('FLAT_RATE' as const)

/** Services in turn, divided where the way of pricing changes. */
function runsOf(services: readonly ShippingService[]): ShippingService[][] {
  const runs: ShippingService[][] = []
  for (const service of services) {
    const last = runs.at(-1)
    if (last && costTypeOf(last[0]) === costTypeOf(service)) last.push(service)
    else runs.push([service])
  }
  return runs
}

function writeService({ carrier, name, days, rate, freeFromMinor }: ShippingService, currency: string): object {
  return {
    ...(carrier && { shippingCarrierCode: carrier }),
    ...(name && { shippingServiceCode: name }),
    freeShipping: rate.by === 'flat' && rate.minor === 0,
    ...writeRate(rate, currency),
    ...(freeFromMinor !== null && { freeFrom: amountOf(freeFromMinor, currency) }),
    ...(days && { transitDays: { min: days[0], max: days[1] } }),
  }
}

function writeRate(rate: ShippingRate, currency: string): object {
  const cost = (minor: number) => amountOf(minor, currency)
  switch (rate.by) {
    case 'flat':
      return { shippingCost: cost(rate.minor) }
    case 'units':
      return { shippingCost: cost(rate.minor), additionalShippingCost: cost(rate.furtherMinor) }
    case 'carrier':
      return { surcharge: cost(rate.surchargeMinor) }
    case 'weight':
      return {
        shippingCost: cost(rate.bands[0]?.minor ?? 0),
        rates: rate.bands.map(({ upToGrams, minor }) => ({ upToGrams, cost: cost(minor) })),
      }
    case 'value':
      return {
        shippingCost: cost(rate.bands[0]?.minor ?? 0),
        rates: rate.bands.map(({ fromMinor, minor }) => ({ from: cost(fromMinor), cost: cost(minor) })),
      }
  }
}
