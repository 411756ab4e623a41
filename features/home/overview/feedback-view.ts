import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { FeedbackRow } from '#features/orders/feedback/feedback-db.server.ts'
import { positiveShare, type FeedbackVotes, type Rating } from '#features/orders/feedback/feedback.ts'
import { dateAt, daysBetween } from '#lib/zoned-time.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { hour, minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'

export type FeedbackModel = ReturnType<typeof feedbackModel>

export interface FeedbackEntryModel {
  key: number
  rating: { text: string; tone: StatusTone }
  /** Null: only a rating was given. */
  comment: string | null
  buyer: string
  order: { number: string; href: string } | null
  /** "2 hours ago", with the exact time. */
  when: { text: string; exact: string; iso: string }
  reply: string | null
}

interface FeedbackInput {
  score: number
  votes: FeedbackVotes
  latest: readonly FeedbackRow[]
  now: Date
}

export function feedbackModel({ score, votes, latest, now }: FeedbackInput, texts: Texts) {
  const { t } = texts
  const share = positiveShare(votes)
  return {
    score,
    // "97.1% positive over 12 months", or a dash without votes.
    share: t('feedback.positive', { share: share === null ? '—' : texts.percent(shown(share)) }),
    votes:
      share === null
        ? t('feedback.noVotes')
        : t('feedback.votes', { positive: texts.number(votes.positive), negative: texts.number(votes.negative) }),
    latest: latest.map((row, key) => ({
      key,
      rating: { text: t('feedback.rating', { rating: row.rating }), tone: tones[row.rating] },
      comment: [row.title, row.comment].filter(Boolean).join(': ') || null,
      buyer: shownBuyer(row.buyer_username, texts),
      order:
        row.order_number === null ? null : { number: row.order_number, href: paths.orderDetails(row.order_number) },
      when: {
        text: agoText(row.left_at, now, texts),
        exact: texts.moment(row.left_at, 'full'),
        iso: row.left_at.toISOString(),
      },
      reply: row.reply,
    })),
  }
}

/** Rounding must not turn a share into 0 or 100 %. */
function shown(share: number): number {
  return share === 0 || share === 1 ? share : Math.min(0.999, Math.max(0.001, share))
}

const tones: Record<Rating, StatusTone> = { POSITIVE: 'good', NEUTRAL: 'neutral', NEGATIVE: 'bad' }

/** "5 minutes ago", "yesterday" by the zone's calendar, and a date after a week. */
function agoText(at: Date, now: Date, texts: Texts): string {
  const passed = Math.max(0, now.getTime() - at.getTime())
  const days = daysBetween(dateAt(at, texts.timeZone), dateAt(now, texts.timeZone))
  if (passed < hour) return texts.t('ago', { unit: 'minute', n: Math.max(1, Math.floor(passed / minute)) })
  if (days <= 0) return texts.t('ago', { unit: 'hour', n: Math.floor(passed / hour) })
  return days < 7 ? texts.t('ago', { unit: 'day', n: days }) : texts.moment(at, 'date')
}
