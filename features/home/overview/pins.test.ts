import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { navLink } from '#web/nav-link.ts'
import { pinnedNavigation } from './pinned-navigation.ts'
import { mostPins, pinned, pinsFrom, storedPins } from './pins.ts'

const ship = { id: '/sh/ord?status=awaiting-shipment&q=a%26b', name: 'To ship & to print' }

it('keeps pages and names, whatever is in them', () => {
  const page = fc.webPath().filter((path) => path.startsWith('/') && !path.startsWith('//'))
  expectForAll(fc.uniqueArray(page), fc.string(), (ids, name) => {
    const pins = pinsFrom(storedPins(ids.map((id) => ({ id, name }))))
    expect(pins.length).toBeLessThanOrEqual(mostPins)
    expect(pinsFrom(storedPins(pins))).toEqual(pins)
  })
  expect(pinsFrom(storedPins([ship]))).toEqual([ship])
  expect(storedPins([])).toBeNull()
})

it('holds pages of the hub alone', () => {
  const foreign = [
    'https://evil.example/',
    '//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '',
    `/${'a'.repeat(600)}`,
  ]
  expect(pinsFrom(storedPins(foreign.map((id) => ({ id, name: '' }))))).toEqual([])
})

it('pins a page once, and renames it', () => {
  expect(pinned([ship], { id: '/sh/fin', name: '' })).toEqual([ship, { id: '/sh/fin', name: '' }])
  expect(pinned([ship], { ...ship, name: 'Ship' })).toEqual([{ ...ship, name: 'Ship' }])
})

it('names a page as the navigation does unless the member named it, with its count', () => {
  const texts = textsFor('en', 'UTC')
  const payouts = { ...navLink('Payouts', '/sh/fin/payouts', true), count: { text: '3' } }
  const navItems = [{ label: 'Payments', navGroups: [{ heading: '', navItems: [payouts] }] }]
  const pins = [{ id: '/sh/fin/payouts', name: '' }, ship]
  expect(pinnedNavigation(pins, { navItems, texts })).toEqual([
    {
      heading: 'Pinned pages',
      navItems: [
        { ...payouts, active: false },
        { ...navLink(ship.name, ship.id, false), count: null },
      ],
    },
  ])
  expect(pinnedNavigation([], { navItems, texts })).toEqual([])
})
