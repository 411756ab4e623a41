import { feedbackBadge } from '#lib/feedback-badge.ts'
import { safeUrl } from '#lib/url-safety.ts'
import { useShui } from '../context.tsx'
import { fill } from '../labels.ts'
import { isNumber, shape } from '../model-shape.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { useModel } from '../use-model.ts'
import styles from './badge.module.css'
import { FeedbackBadge } from './feedback-badge.tsx'

export interface FeedbackScoreModel {
  score: number
  /** Badge colour; if missing or unknown, derived from the score. */
  badgeColor?: string | null
  URL?: string | null
}

const isScore = shape({ score: isNumber })

export function FeedbackScore({ model: given }: { model: FeedbackScoreModel }) {
  const { labels, locale, Link } = useShui()
  const model = useModel('shui-feedback-score', isScore, given)
  if (model === null) return null
  const colour = feedbackBadge(model.score, model.badgeColor)
  const score = model.score.toLocaleString(locale)
  const words = [fill(labels.feedbackScore, { score }), colour ? labels.badges[colour] : null]
    .filter(Boolean)
    .join(', ')
  const body = (
    <>
      {colour ? <FeedbackBadge colour={colour} /> : null}
      <span aria-hidden="true">{score}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </>
  )
  const url = safeUrl(model.URL)
  if (url === null) return <span className={styles.score}>{body}</span>
  return (
    <Link className={styles.score} href={url}>
      {body}
    </Link>
  )
}
