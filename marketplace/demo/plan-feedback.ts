import type { Random } from '#lib/random.ts'
import type { OrderFate } from './order-fate.ts'
import type { OrderPlan, PlannedFeedback } from './plan.ts'
import * as words from './words.ts'
import { minute } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'

type Rating = PlannedFeedback['rating']
type Sentiment = 'good' | 'mixed' | 'bad'

const ratings: Readonly<Record<Sentiment, readonly (readonly [Rating, number])[]>> = {
  good: [
    ['POSITIVE', 985],
    ['NEUTRAL', 11],
    ['NEGATIVE', 4],
  ],
  mixed: [
    ['POSITIVE', 66],
    ['NEUTRAL', 24],
    ['NEGATIVE', 10],
  ],
  bad: [
    ['POSITIVE', 15],
    ['NEUTRAL', 35],
    ['NEGATIVE', 50],
  ],
}

interface FeedbackContext {
  fate: OrderFate
  department: string
  /** Languages of buyer and seller, as in `languageOf`. */
  buyer: string
  seller: string
}

export function planFeedback(
  random: Random,
  fate: OrderFate,
  order: Pick<OrderPlan, 'lines' | 'shipments' | 'refunds' | 'person'>,
  sellerCountry: string,
): PlannedFeedback | null {
  const from = order.shipments.at(-1)?.deliveredAt ?? (fate === 'lost' ? (order.refunds[0]?.refundedAt ?? null) : null)
  const mood = sentimentOf(fate)
  if (!from || !random.chance(mood === 'good' ? 0.31 : 0.45)) return null
  const occasion: FeedbackContext = {
    fate,
    department: assertDefined(order.lines[0], 'an order has a line').offer.ware.department.key,
    buyer: words.languageOf(order.person.country),
    seller: words.languageOf(sellerCountry),
  }
  const leftAt = new Date(from.getTime() + random.int(40, 9 * 1440) * minute)
  const rating = random.weighted(ratings[mood])
  const reply = chooseReply(random, rating, occasion)
  return {
    rating,
    stars: starsOf(random, rating),
    comment: chooseComment(random, rating, occasion),
    leftAt,
    reply,
    repliedAt: reply === null ? null : new Date(leftAt.getTime() + random.int(30, 2880) * minute),
  }
}

function sentimentOf(fate: OrderFate): Sentiment {
  if (fate === 'lost' || fate === 'returned') return 'bad'
  return fate === 'late' || fate === 'partly-refunded' || fate === 'cancel-rejected' ? 'mixed' : 'good'
}

function starsOf(random: Random, rating: Rating): number {
  if (rating === 'POSITIVE') return random.chance(0.9) ? 5 : 4
  return rating === 'NEUTRAL' ? 3 : random.int(1, 2)
}

function chooseComment(random: Random, rating: Rating, { fate, department, buyer, seller }: FeedbackContext): string {
  const spoken = (sentences: words.Sentences) => random.pick((seller === 'de' && sentences.de) || sentences.en)
  const late = fate === 'late' ? 'late' : 'other'
  if (rating === 'NEUTRAL') return spoken(words.middling[late])
  if (rating === 'NEGATIVE') return spoken(words.blame[fate === 'lost' ? 'lost' : late])
  if (seller === 'de') return random.pick(words.praiseOfPaper)
  const own = words.praiseAbroad[buyer]
  if (own && random.chance(0.6)) return random.pick(own)
  const about = words.praise[department]
  return random.pick(about && random.chance(0.75) ? about : words.praise.any)
}

function chooseReply(random: Random, rating: Rating, { fate, seller }: FeedbackContext): string | null {
  const late = fate === 'late' || fate === 'lost' ? 'late' : 'other'
  const [sentences, share] = rating === 'POSITIVE' ? [words.thanks, 0.04] : [words.apologies[late], 0.6]
  return random.chance(share) ? random.pick(sentences[seller] ?? sentences.en) : null
}
