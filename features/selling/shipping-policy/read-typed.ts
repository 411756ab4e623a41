import { ratesBy, shippingLimits, type Shipping, type ShippingRate } from '#features/core/shipping/shipping.ts'
import { shippingProblems, type ShippingProblem } from '#features/core/shipping/shipping-problems.ts'
import { maxMinor } from '#lib/money.ts'
import { readAmount, type Grouping } from '#lib/read-amount.ts'
import { readWeight } from '#lib/weight.ts'
import type { TypedService, TypedShipping } from './typed-shipping.ts'

/** What is wrong with a field, by text key; of a place, its text. */
export interface TypedProblem {
  field: string
  problem: ShippingProblem['problem'] | 'notMoney' | 'notWeight' | 'notDays' | 'notPlace'
  text?: string
}

export interface ShippingReading {
  currency: string
  grouping: Grouping
  /** The code of a place that is named in the reader's language; null if it is none. */
  place: (text: string) => string | null
}

/** Reads the form into a policy's prices; with problems they are unfinished. Runs in the browser for the examples, and on the server. */
export function readTyped(
  typed: TypedShipping,
  reading: ShippingReading,
): { shipping: Shipping; problems: TypedProblem[] } {
  const problems: TypedProblem[] = []
  const wrong = (field: string, problem: TypedProblem['problem'], text?: string) => {
    problems.push({ field, problem, ...(text === undefined ? {} : { text }) })
    return 0
  }
  const money = (field: string, text: string, most: number = shippingLimits.minor) =>
    readAmount(text, { ...reading, most }) ?? wrong(field, 'notMoney')
  const whole = (field: string, text: string, most: number) =>
    /^\d{1,3}$/.test(text) && Number(text) <= most ? Number(text) : wrong(field, 'notDays')
  const places = (field: string, text: string) =>
    text.split(/[,;\n]/).flatMap((each) => {
      if (each.trim() === '') return []
      const code = reading.place(each)
      if (code === null) wrong(field, 'notPlace', each.trim())
      return code ?? []
    })

  function rateOf(service: TypedService, path: string): ShippingRate {
    const by = ratesBy.find((each) => each === service.by) ?? 'flat'
    // Rows that are left empty do not count.
    const rows = service.bands.flatMap((band, at) => (band.step === '' && band.minor === '' ? [] : { ...band, at }))
    const bands = <Step extends object>(step: (text: string, field: string) => Step) =>
      rows.map(({ step: text, minor, at }) => {
        const field = `${path}.bands.${at}`
        return { ...step(text, `${field}.step`), minor: money(`${field}.minor`, minor) }
      })
    switch (by) {
      case 'flat':
        return { by, minor: money(`${path}.minor`, service.minor) }
      case 'units':
        return {
          by,
          minor: money(`${path}.minor`, service.minor),
          furtherMinor: money(`${path}.further`, service.further),
        }
      case 'carrier':
        return { by, surchargeMinor: service.minor === '' ? 0 : money(`${path}.minor`, service.minor) }
      case 'weight':
        return { by, bands: bands((text, field) => ({ upToGrams: gramsOf(text, field) })) }
      case 'value':
        return { by, bands: bands((text, field) => ({ fromMinor: text === '' ? 0 : money(field, text, maxMinor) })) }
    }
  }

  function gramsOf(text: string, field: string): number {
    const grams = readWeight(text, 'g', reading.grouping)
    return grams !== null && grams <= shippingLimits.grams ? grams : wrong(field, 'notWeight')
  }

  function daysOf({ from, to }: TypedService, path: string): [number, number] | null {
    if (from === '' && to === '') return null
    const [least, most] = [from || to, to || from].map((text) => whole(`${path}.days`, text, shippingLimits.days))
    return [least ?? 0, most ?? 0]
  }

  const shipping: Shipping = {
    zones: typed.zones.map((zone, z) => ({
      places: places(`zones.${z}.places`, zone.places),
      services: zone.services.map((service, s) => {
        const path = `zones.${z}.services.${s}`
        return {
          carrier: service.carrier,
          name: service.name,
          days: daysOf(service, path),
          rate: rateOf(service, path),
          freeFromMinor: service.free === '' ? null : money(`${path}.free`, service.free, maxMinor),
        }
      }),
    })),
    excluded: places('excluded', typed.excluded),
    handlingDays: typed.handling === '' ? null : whole('handling', typed.handling, shippingLimits.handlingDays),
    pickup: typed.pickup === 'on',
    splits: typed.splits === 'on',
  }
  const taken = new Set(problems.map(({ field }) => field))
  const broken = shippingProblems(shipping).flatMap((problem) => {
    const field = typedField(problem.field, typed)
    // A value that is no number breaks no further rule.
    return taken.has(field) || (problem.problem === 'placesMissing' && taken.has(field)) ? [] : { ...problem, field }
  })
  return { shipping, problems: [...problems, ...broken] }
}

/** The field of a band as it is typed: rows that are left empty were not counted. */
function typedField(field: string, { zones }: TypedShipping): string {
  const [, z, s, at, part] = /^zones\.(\d+)\.services\.(\d+)\.bands\.(\d+)\.(\w+)$/.exec(field) ?? []
  if (part === undefined) return field
  const bands = zones[Number(z)]?.services[Number(s)]?.bands ?? []
  const filled = bands.flatMap((band, index) => (band.step === '' && band.minor === '' ? [] : index))
  return `zones.${z}.services.${s}.bands.${filled[Number(at)] ?? at}.${part}`
}
