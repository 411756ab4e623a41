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
  it('are found by the beginnings of their words, in any order and case, whatever the accents', () => {
    expect(found('ship')).toEqual(['Awaiting shipment', 'Shipped'])
    expect(found('SHIP aw')).toEqual(['Awaiting shipment'])
    expect(found('uber')).toEqual(['Übersicht'])
    expect(found('hipped')).toEqual([])
  })

  it('are found by what they are a part of too, after those of that name', () => {
    expect(found('o')).toEqual(['Overview', 'Awaiting shipment', 'Shipped'])
    expect(found('listings drafts')).toEqual(['Drafts'])
  })

  it('are the first ones where nothing is typed, and never too many', () => {
    expect(found('')).toEqual(places.map(({ text }) => text))
    expect(
      matchPlaces(
        Array.from({ length: 20 }, (_, n) => place(`P${n}`)),
        'p',
      ),
    ).toHaveLength(8)
  })
})
