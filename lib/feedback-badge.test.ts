import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { badgeOfScore, feedbackBadge, feedbackBadges, readBadgeColour } from './feedback-badge.ts'

it.each([
  [9, null],
  [10, 'Yellow'],
  [49, 'Yellow'],
  [50, 'Blue'],
  [100, 'Turquoise'],
  [500, 'Purple'],
  [1_000, 'Red'],
  [5_000, 'Green'],
  [9_999, 'Green'],
  [10_000, 'YellowShooting'],
  [25_000, 'TurquoiseShooting'],
  [50_000, 'PurpleShooting'],
  [100_000, 'RedShooting'],
  [500_000, 'GreenShooting'],
  [999_999, 'GreenShooting'],
  [1_000_000, 'SilverShooting'],
  [Number.NaN, null],
  [-5, null],
])('a score of %d has earned %s', (score, colour) => expect(badgeOfScore(score)).toBe(colour))

it('a known colour in the model takes precedence', () => {
  expect(feedbackBadge(12, 'Red')).toBe('Red')
  expect(feedbackBadge(12, 'Mauve')).toBe('Yellow')
  expect(feedbackBadge(2, null)).toBeNull()
})
it.each([
  ['Yellow shooting', 'YellowShooting'],
  ['SILVER_SHOOTING_STAR', 'SilverShooting'],
  ['blue', 'Blue'],
  ['Silver', null],
  [3, null],
])('%j is read as %s', (colour, read) => expect(readBadgeColour(colour)).toBe(read))

it('there are twelve, and a higher score never earns a lower badge', () => {
  expect(feedbackBadges).toHaveLength(12)
  const rank = (score: number) => feedbackBadges.findIndex((badge) => badge.colour === badgeOfScore(score))
  expectForAll(fc.nat(2_000_000), fc.nat(2_000_000), (a, b) => rank(Math.max(a, b)) >= rank(Math.min(a, b)))
})
