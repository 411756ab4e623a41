/** The twelve badges with the score from which each is earned, lowest first. The only such table in the product. */
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

/** Reads a colour as a model writes it (`Yellow`, `yellow shooting`, `YELLOW_SHOOTING_STAR`); null where it is not known. */
export function readBadgeColour(colour: unknown): BadgeColour | null {
  if (typeof colour !== 'string') return null
  const wanted = normal(colour)
  return feedbackBadges.find((badge) => normal(badge.colour) === wanted)?.colour ?? null
}

/** The badge of a score; null below 10 and for what is no number. */
export function badgeOfScore(score: number): BadgeColour | null {
  return feedbackBadges.findLast((badge) => score >= badge.from)?.colour ?? null
}

/** The model's colour if it is known, else the one the score has earned. */
export function feedbackBadge(score: number, colour?: unknown): BadgeColour | null {
  return readBadgeColour(colour) ?? badgeOfScore(score)
}
