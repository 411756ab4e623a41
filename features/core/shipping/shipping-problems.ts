import { shippingLimits as limits, type Shipping, type ShippingRate } from './shipping.ts'

/** A broken rule with the path of its field: `zones.0.services.1.days`. */
export interface ShippingProblem {
  field: string
  problem:
    | 'zonesMissing'
    | 'placesMissing'
    | 'placeTwice'
    | 'servicesMissing'
    | 'tooMany'
    | 'nameLong'
    | 'daysTurned'
    | 'bandsMissing'
    | 'bandOrder'
    | 'bandFalls'
}

/** Rules of a policy whose numbers have been read. Prices by weight never fall as weight rises. */
export function shippingProblems({ zones, excluded }: Shipping): ShippingProblem[] {
  const problems: ShippingProblem[] = []
  const refuse = (isWrong: boolean, field: string, problem: ShippingProblem['problem']) => {
    if (isWrong) problems.push({ field, problem })
  }
  refuse(zones.length === 0, 'zones', 'zonesMissing')
  refuse(zones.length > limits.zones, 'zones', 'tooMany')
  const taken = new Set<string>(excluded)
  zones.forEach(({ places, services }, z) => {
    const zone = `zones.${z}`
    refuse(places.length === 0, `${zone}.places`, 'placesMissing')
    refuse(
      places.some((place) => taken.has(place)),
      `${zone}.places`,
      'placeTwice',
    )
    for (const place of places) taken.add(place)
    refuse(services.length === 0, `${zone}.services`, 'servicesMissing')
    refuse(services.length > limits.services, `${zone}.services`, 'tooMany')
    services.forEach(({ carrier, name, days, rate }, s) => {
      const service = `${zone}.services.${s}`
      refuse(carrier.length > limits.name, `${service}.carrier`, 'nameLong')
      refuse(name.length > limits.name, `${service}.name`, 'nameLong')
      refuse(days !== null && days[0] > days[1], `${service}.days`, 'daysTurned')
      problems.push(...bandProblems(rate, service))
    })
  })
  return problems
}

function bandProblems(rate: ShippingRate, service: string): ShippingProblem[] {
  if (rate.by !== 'weight' && rate.by !== 'value') return []
  const steps =
    rate.by === 'weight' ? rate.bands.map((band) => band.upToGrams) : rate.bands.map((band) => band.fromMinor)
  const [first] = steps
  if (first === undefined) return [{ field: `${service}.bands`, problem: 'bandsMissing' }]
  if (steps.length > limits.bands) return [{ field: `${service}.bands`, problem: 'tooMany' }]
  return rate.bands.flatMap(({ minor }, at): ShippingProblem[] => {
    const before = rate.bands[at - 1]
    const isInOrder = before ? (steps[at] ?? 0) > (steps[at - 1] ?? 0) : rate.by === 'weight' ? first > 0 : first === 0
    const field = `${service}.bands.${at}`
    if (!isInOrder) return [{ field: `${field}.step`, problem: 'bandOrder' }]
    const falls = rate.by === 'weight' && before !== undefined && minor < before.minor
    return falls ? [{ field: `${field}.minor`, problem: 'bandFalls' }] : []
  })
}
