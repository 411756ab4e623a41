import type { Row } from '#db/schema.ts'
import type { Random } from '#lib/random.ts'
import sentences from './content/sentences.json' with { type: 'json' }

/** Sentences by language; `en` is the fallback. */
export type Sentences = Readonly<{ en: readonly string[] } & Record<string, readonly string[] | undefined>>

const languages: Readonly<Record<string, string>> = {
  DE: 'de',
  AT: 'de',
  FR: 'fr',
  JP: 'ja',
  PT: 'pt',
  BR: 'pt',
  SE: 'sv',
}

/** A random sentence in the language of a country. */
export function say(random: Random, country: string, inLanguages: Sentences): string {
  return random.pick(inLanguages[languages[country] ?? 'en'] ?? inLanguages.en)
}

export type Mood = 'good' | 'late' | 'bad' | 'lost'
type Rating = Row<'feedback'>['rating']

const ratings: Readonly<Record<Mood, readonly (readonly [Rating, number])[]>> = {
  good: [
    ['POSITIVE', 985],
    ['NEUTRAL', 11],
    ['NEGATIVE', 4],
  ],
  late: [
    ['POSITIVE', 66],
    ['NEUTRAL', 24],
    ['NEGATIVE', 10],
  ],
  bad: [
    ['POSITIVE', 15],
    ['NEUTRAL', 35],
    ['NEGATIVE', 50],
  ],
  lost: [
    ['POSITIVE', 15],
    ['NEUTRAL', 35],
    ['NEGATIVE', 50],
  ],
}

interface Occasion {
  mood: Mood
  department: string
  /** Countries. */
  buyer: string
  seller: string
}

/** A buyer's feedback, and sometimes the seller's reply. */
export function opinion(random: Random, occasion: Occasion) {
  const { mood, seller } = occasion
  const rating = random.weighted(ratings[mood])
  const [answers, share] =
    rating === 'POSITIVE' ? ([sentences.thanks, 0.04] as const) : ([sentences.apologies[mood], 0.6] as const)
  const reply = random.chance(share) ? say(random, seller, answers) : null
  return { rating, stars: starsOf(random, rating), comment: commentOf(random, rating, occasion), reply }
}

function starsOf(random: Random, rating: Rating): number {
  if (rating === 'POSITIVE') return random.chance(0.9) ? 5 : 4
  return rating === 'NEUTRAL' ? 3 : random.int(1, 2)
}

function commentOf(random: Random, rating: Rating, { mood, department, buyer, seller }: Occasion): string {
  const isGerman = languages[seller] === 'de'
  if (rating !== 'POSITIVE') {
    const { en, de } = (rating === 'NEUTRAL' ? sentences.middling : sentences.blame)[mood]
    return random.pick(isGerman ? de : en)
  }
  if (isGerman) return random.pick(sentences.praiseOfPaper)
  const abroad: Readonly<Record<string, readonly string[]>> = sentences.praiseAbroad
  const own = abroad[languages[buyer] ?? 'en']
  if (own && random.chance(0.6)) return random.pick(own)
  const praise: Readonly<Record<string, readonly string[]>> = sentences.praise
  const about = praise[department]
  return random.pick(about && random.chance(0.75) ? about : sentences.praise.any)
}
