import { describe, expect, it } from 'vitest'
import { matchPlaces, type Place } from './places.ts'

const place = (text: string, section: string | null = null): Place => ({ text, section, href: `/${text}`, count: null })
const places = [
  place('Overview'),
  place('Awaiting shipment', 'Orders'),
  place('Shipped', 'Orders'),
  place('Übersicht'),
  place('Drafts', 'Listings'),
]
const found = (typed: string) => matchPlaces(places, typed).map(({ text }) => text)

describe('places', () => {
  it('are found by prefixes of their words, in any order, case and accents', () => {
    expect(found('ship')).toEqual(['Awaiting shipment', 'Shipped'])
    expect(found('SHIP aw')).toEqual(['Awaiting shipment'])
    expect(found('uber')).toEqual(['Übersicht'])
    expect(found('hipped')).toEqual([])
  })

  it('are found by their section too, after those of that name', () => {
    expect(found('o')).toEqual(['Overview', 'Awaiting shipment', 'Shipped'])
    expect(found('listings drafts')).toEqual(['Drafts'])
  })

  it('are the first ones without input, and limited in number', () => {
    expect(found('')).toEqual(places.map(({ text }) => text))
    expect(
      matchPlaces(
        Array.from({ length: 20 }, (_, n) => place(`P${n}`)),
        'p',
      ),
    ).toHaveLength(8)
  })
})
