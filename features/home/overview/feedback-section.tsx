import { FeedbackScore } from '#shui/badge/feedback-score.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FeedbackEntryModel, FeedbackModel } from './feedback-view.ts'
import styles from './feedback-section.module.css'

export function FeedbackSection({ model }: { model: FeedbackModel }) {
  const { t } = useTexts()
  return (
    <Section title={t('feedback.title')}>
      <div className={styles.summary}>
        <span className={styles.score}>
          <FeedbackScore model={{ score: model.score }} />
        </span>
        <span>
          <b className={styles.share}>{model.share}</b>
          <span className={styles.votes}>{model.votes}</span>
        </span>
      </div>
      {model.latest.length === 0 ? (
        <p className={styles.none}>{t('feedback.none')}</p>
      ) : (
        <ul>
          {model.latest.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Entry({ entry: { rating, comment, buyer, order, when, reply } }: { entry: FeedbackEntryModel }) {
  const { t } = useTexts()
  return (
    <li className={styles.entry}>
      <Status {...rating} />
      <div className={styles.words}>
        {comment === null ? (
          <p className={styles.silent}>{t('feedback.noComment')}</p>
        ) : (
          <p className={styles.comment} dir="auto">
            {comment}
          </p>
        )}
        <p className={styles.who}>
          <bdi>{buyer}</bdi>,{' '}
          <time dateTime={when.iso} title={when.exact}>
            {when.text}
          </time>
          {order === null ? null : (
            <>
              {', '}
              <a href={order.href}>{order.number}</a>
            </>
          )}
        </p>
        {reply === null ? null : (
          <p className={styles.reply}>
            {t('feedback.reply')} <bdi>{reply}</bdi>
          </p>
        )}
      </div>
    </li>
  )
}
