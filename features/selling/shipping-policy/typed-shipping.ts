import type { Shipping, ShippingRate } from '#features/core/shipping/shipping.ts'
import { textsIn } from '#lib/form-fields.ts'

// The form of a shipping policy as it is typed. Fields are named as paths: `zones.0.services.1.bands.2.minor`.

export interface TypedBand {
  /** Up to this weight, or from this amount. */
  step: string
  minor: string
}

export type TypedService = ReturnType<typeof noService>

export interface TypedZone {
  places: string
  services: TypedService[]
}

export interface TypedShipping {
  name: string
  terms: string
  handling: string
  excluded: string
  pickup: string
  splits: string
  /** The order that the examples show. */
  grams: string
  price: string
  quantity: string
  zones: TypedZone[]
}

const noBand = (): TypedBand => ({ step: '', minor: '' })
const noService = () => ({
  carrier: '',
  name: '',
  from: '',
  to: '',
  by: 'flat',
  /** The price; the first unit's; or the surcharge on the carrier's rate. */
  minor: '',
  further: '',
  free: '',
  bands: [noBand(), noBand()],
})

/** Most rows of a kind that a form is read for. */
const mostRows = 50

/** Reads the form as it is; rows end where the first is missing. */
export function typedShipping(form: Iterable<readonly [string, FormDataEntryValue]>): TypedShipping {
  const fields = new Map(textsIn(form))
  const text = (field: string) => (fields.get(field) ?? '').trim()
  const rows = <T>(of: (at: number) => string, read: (at: number) => T): T[] => {
    const found: T[] = []
    while (found.length < mostRows && fields.has(of(found.length))) found.push(read(found.length))
    return found
  }
  return {
    name: text('name'),
    terms: text('terms'),
    handling: text('handling'),
    excluded: text('excluded'),
    pickup: text('pickup'),
    splits: text('splits'),
    grams: text('grams'),
    price: text('price'),
    quantity: text('quantity'),
    zones: rows(
      (z) => `zones.${z}.places`,
      (z) => ({
        places: text(`zones.${z}.places`),
        services: rows(
          (s) => `zones.${z}.services.${s}.by`,
          (s) => {
            const own = (field: string) => text(`zones.${z}.services.${s}.${field}`)
            return {
              carrier: own('carrier'),
              name: own('name'),
              from: own('from'),
              to: own('to'),
              by: own('by'),
              minor: own('minor'),
              further: own('further'),
              free: own('free'),
              bands: rows(
                (b) => `zones.${z}.services.${s}.bands.${b}.step`,
                (b) => ({ step: own(`bands.${b}.step`), minor: own(`bands.${b}.minor`) }),
              ),
            }
          },
        ),
      }),
    ),
  }
}

/** How a stored policy is written in the form. */
export interface Writing {
  amount: (minor: number) => string
  weight: (grams: number) => string
  place: (code: string) => string
}

type Head = Pick<TypedShipping, 'name' | 'terms' | 'grams' | 'price' | 'quantity'>

export function writeTyped(shipping: Shipping, head: Head, { amount, weight, place }: Writing): TypedShipping {
  const { zones, excluded, handlingDays, pickup, splits } = shipping
  const placesOf = (codes: readonly string[]) => codes.map(place).join(', ')
  return {
    ...head,
    handling: handlingDays === null ? '' : String(handlingDays),
    excluded: placesOf(excluded),
    pickup: pickup ? 'on' : '',
    splits: splits ? 'on' : '',
    zones: zones.map(({ places, services }) => ({
      places: placesOf(places),
      services: services.map(({ carrier, name, days, rate, freeFromMinor }) => ({
        ...noService(),
        carrier,
        name,
        from: days ? String(days[0]) : '',
        to: days ? String(days[1]) : '',
        free: freeFromMinor === null ? '' : amount(freeFromMinor),
        ...typedRate(rate, { amount, weight }),
      })),
    })),
  }
}

function typedRate(rate: ShippingRate, { amount, weight }: Pick<Writing, 'amount' | 'weight'>): Partial<TypedService> {
  const { by } = rate
  switch (by) {
    case 'flat':
      return { by, minor: amount(rate.minor) }
    case 'units':
      return { by, minor: amount(rate.minor), further: amount(rate.furtherMinor) }
    case 'carrier':
      return { by, minor: amount(rate.surchargeMinor) }
    case 'weight':
      return { by, bands: rate.bands.map((band) => ({ step: weight(band.upToGrams), minor: amount(band.minor) })) }
    case 'value':
      return { by, bands: rate.bands.map((band) => ({ step: amount(band.fromMinor), minor: amount(band.minor) })) }
  }
}

/**
 * Adds or removes rows by a button: `add:zones`, `add:zones.0.services`, `remove:zones.0.services.1`. Answers the field
 * to continue with; null if the button changes no rows.
 */
export function changeRows(typed: TypedShipping, intent: string): { typed: TypedShipping; focus: string } | null {
  const [, verb, path = ''] = /^(add|remove):([a-z0-9.]{1,60})$/.exec(intent) ?? []
  if (!verb) return null
  const next = structuredClone(typed)
  const [, z = '', s = '', b = ''] =
    /^zones(?:\.(\d+)(?:\.services(?:\.(\d+)(?:\.bands(?:\.(\d+))?)?)?)?)?$/.exec(path) ?? []
  const zone = next.zones[Number(z)]
  const service = zone?.services[Number(s)]
  if (verb === 'remove') {
    if (b !== '') service?.bands.splice(Number(b), 1)
    else if (s !== '') zone?.services.splice(Number(s), 1)
    else if (z !== '') next.zones.splice(Number(z), 1)
    return { typed: next, focus: b !== '' ? `zones.${z}.services.${s}.by` : s !== '' ? `zones.${z}.places` : 'name' }
  }
  if (path.endsWith('bands') && service) {
    service.bands.push(noBand())
    return { typed: next, focus: `${path}.${service.bands.length - 1}.step` }
  }
  if (path.endsWith('services') && zone) {
    zone.services.push(noService())
    return { typed: next, focus: `${path}.${zone.services.length - 1}.carrier` }
  }
  next.zones.push({ places: '', services: [noService()] })
  return { typed: next, focus: `zones.${next.zones.length - 1}.places` }
}
