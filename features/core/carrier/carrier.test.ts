import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import {
  findCarrier,
  guessCarrier,
  isProven,
  numberProblem,
  otherCarrier,
  plainNumber,
  readCarrier,
  trackingLink,
} from './carrier.ts'
import { testCarriers as carriers } from '#features/shipping/fulfilment/testing.ts'

describe('guessCarrier', () => {
  // Numbers printed in the instructions of carriers and postal services.
  it.each([
    ['1Z 5R8 939 0357567127', 'UPS'],
    ['RN 4731 2482 9 GB', 'Royal Mail'],
    // Twelve digits that are not a valid FedEx number may belong to a carrier without check digits.
    ['9864 7328 9122', 'GLS'],
    ['9865 7878 8855', 'FedEx'],
    ['5682 8361 0012 000', 'FedEx'],
    ['3318810025', 'DHL Express'],
    ['H01QXA0044710231', 'Evri'],
    ['JD0002229180011990', 'Yodel'],
    ['15976034221807', 'DPD'],
    ['TBA487064622000', 'Amazon Logistics'],
  ])('%s belongs to %s', (number, carrier) => expect(guessCarrier(carriers, number).carriers[0] ?? null).toBe(carrier))

  it('names other possible carriers', () =>
    expect(guessCarrier(carriers, '1597 6034 2218 07').carriers).toEqual(['DPD', 'Hermes Germany']))

  it('says which digit is wrong if the letters identify the carrier', () => {
    expect(guessCarrier(carriers, 'RN 4731 2482 8 GB')).toEqual({
      carriers: [],
      isSure: false,
      problem: { kind: 'check-digit', carrier: 'Royal Mail', found: '8', expected: '9' },
    })
    expect(guessCarrier(carriers, '9865 7878 8854').problem).toBeNull()
    expect(guessCarrier(carriers, 'hello')).toEqual({ carriers: [], isSure: false, problem: null })
  })

  it('finds each mistyped digit of a postal number', () =>
    expectForAll(fc.integer({ min: 2, max: 10 }), fc.integer({ min: 1, max: 9 }), (at, more) => {
      const good = 'RN473124829GB'
      const bad = good.slice(0, at) + ((Number(good[at]) + more) % 10) + good.slice(at + 1)
      expect(guessCarrier(carriers, bad).carriers).toEqual([])
      expect(numberProblem(findCarrier(carriers, 'Royal Mail')!, bad)).toMatchObject({ kind: 'check-digit' })
    }))
})

describe('a number', () => {
  it.each([
    ['1Z 5R8 939 0357567127', true],
    ['RN 4731 2482 9 GB', true],
    // DPD, Hermes Germany and others use fourteen digits.
    ['15976034221807', false],
    ['9864 7328 9122', false],
    ['12345678', false],
    ['9865 7878 8855', true],
    ['9400111899223100000017', true],
    ['hello', false],
  ])('%s tells its carrier surely: %s', (number, isSure) => expect(guessCarrier(carriers, number).isSure).toBe(isSure))

  it.each([
    ['Purolator', '330123456789', null],
    ['Aramex', '31234567890', null],
    ['Mondial Relay', '12345678', null],
    ['Evri', 'RN473124829GB', 'Royal Mail'],
    ['Local courier', 'RN473124829GB', 'Royal Mail'],
    ['Local courier', '986578788855', 'FedEx'],
    ['Local courier', '986578788854', null],
    // A carrier of the same group, a format of its own, and a format shared with another carrier.
    ['Deutsche Post', '00340434161094021507', null],
    ['Royal Mail', 'PB123450076GB', null],
    ['GLS', '986578788855', null],
    ['FedEx', '9200111899223100000013', null],
  ])('of %s, %s is contradicted by %s', (name, number, other) =>
    expect(otherCarrier(carriers, { named: findCarrier(carriers, name), number })?.name ?? null).toBe(other),
  )

  it('is proven by its check digit alone', () => {
    expect(isProven(carriers, '00340434161094021507')).toBe(true)
    expect(isProven(carriers, '00340434161094021501')).toBe(false)
    expect(isProven(carriers, '15976034221807')).toBe(false)
  })
})

it.each([
  ['Royal Mail Tracked 48', 'Royal Mail', 'Tracked 48'],
  ['UPS® Ground', 'UPS', 'Ground'],
  ['USPS_GROUND_ADVANTAGE', 'USPS', 'Ground Advantage'],
  ['stamps_com', 'USPS', null],
  ['ups_walleted', 'UPS', null],
  ['DHL Express Worldwide', 'DHL Express', 'Worldwide'],
  ['royal_mail', 'Royal Mail', null],
  ['Upsala Freight', 'Upsala Freight', null],
  ['RM24', 'RM24', null],
  ['ヤマト運輸', 'Yamato Transport', null],
  ['RoyalMailTracked48', 'Royal Mail', 'Tracked 48'],
  ['UPSGround', 'UPS', 'Ground'],
  ['UPS(R) Ground', 'UPS', 'Ground'],
  ['U.S.P.S. Priority Mail', 'USPS', 'Priority Mail'],
  ['Fed Ex 2Day', 'FedEx', '2Day'],
  ['fedex_express_saver', 'FedEx', 'Saver'],
  ['United States Postal Service (USPS)', 'USPS', null],
  ['Evri (Hermes) Standard', 'Evri', 'Standard'],
  ['myhermes-uk', 'Evri', null],
  ['UpsalaFreight', 'UpsalaFreight', null],
])('readCarrier %s is %s, %s', (text, name, service) =>
  expect(readCarrier(carriers, text)).toMatchObject({ name, service }),
)

describe('a barcode with digits before the number', () => {
  const scanned = '9632001960000000000400152152152158'
  it('tells the carrier, and leads to the number', () => {
    expect(guessCarrier(carriers, scanned)).toMatchObject({ carriers: ['FedEx', 'GLS'], isSure: true })
    expect(trackingLink(carriers, { carrier: 'FedEx', trackingNumber: scanned })).toMatch(/=152152152158$/)
  })
})

describe('numberProblem', () => {
  const problem = (carrier: string, number: string) => numberProblem(findCarrier(carriers, carrier)!, number)
  it('rejects numbers that a carrier cannot have', () => {
    expect(problem('Evri', 'H01QXA004471023')).toEqual({ kind: 'form', carrier: 'Evri' })
    expect(problem('Evri', 'H01QXA0044710231')).toBeNull()
    expect(problem('royal_mail', 'RN473124828GB')).toMatchObject({ found: '8', expected: '9' })
    expect(problem('DHL', 'ANYTHING 1')).toBeNull()
  })
})

describe('carriers', () => {
  it('are found by any of their names, in any spelling', () => {
    expect(findCarrier(carriers, 'royal_mail')?.name).toBe('Royal Mail')
    expect(findCarrier(carriers, ' HERMES ')?.name).toBe('Evri')
    expect(findCarrier(carriers, 'RM24')).toBeNull()
  })

  it('have tracking links with the number as it is, including zeros', () => {
    const link = (carrier: string, trackingNumber: string | null) => trackingLink(carriers, { carrier, trackingNumber })
    expect(link('DHL', '0034 0434 1234')).toMatch(/piececode=003404341234$/)
    expect([link('Ours', '1'), link('DHL', null), link('InPost', '1')]).toEqual([null, null, null])
    expect(plainNumber(' 0a-1.2/3 ')).toBe('0A123')
  })
})
