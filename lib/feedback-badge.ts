/** The twelve badges and their minimum scores, lowest first. The only such table in the product. */
export const feedbackBadges = [
  { colour: 'Yellow', from: 10 },
  { colour: 'Blue', from: 50 },
  { colour: 'Turquoise', from: 100 },
  { colour: 'Purple', from: 500 },
  { colour: 'Red', from: 1_000 },
  { colour: 'Green', from: 5_000 },
  { colour: 'YellowShooting', from: 10_000 },
  { colour: 'TurquoiseShooting', from: 25_000 },
  { colour: 'PurpleShooting', from: 50_000 },
  { colour: 'RedShooting', from: 100_000 },
  { colour: 'GreenShooting', from: 500_000 },
  { colour: 'SilverShooting', from: 1_000_000 },
] as const

export type BadgeColour = (typeof feedbackBadges)[number]['colour']

const normal = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/star$/, '')

/** Parses a badge colour as written in models (`Yellow`, `yellow shooting`, `YELLOW_SHOOTING_STAR`); null if unknown. */
export function readBadgeColour(colour: unknown): BadgeColour | null {
  if (typeof colour !== 'string') return null
  const wanted = normal(colour)
  return feedbackBadges.find((badge) => normal(badge.colour) === wanted)?.colour ?? null
}

/** The badge of a score; null below 10 and for non-numbers. */
export function badgeOfScore(score: number): BadgeColour | null {
  return feedbackBadges.findLast((badge) => score >= badge.from)?.colour ?? null
}

/** The model's colour if known, otherwise the badge of the score. */
export function feedbackBadge(score: number, colour?: unknown): BadgeColour | null {
  return readBadgeColour(colour) ?? badgeOfScore(score)
}
