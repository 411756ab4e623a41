import { SharedTextForm, type SharedText } from '#features/orders/order-notes/shared-text-form.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { FeedbackModel } from '#features/order-page/read/order-details-view.ts'
import styles from './order-view.module.css'
import { Time } from './order-time.tsx'

export interface ReplyAnswer extends SharedText {
  /** Index of the order's feedback. */
  key: number
}

interface OrderFeedbackProps {
  feedback: readonly FeedbackModel[]
  /** Set while a reply is being written. */
  answer?: ReplyAnswer | null
  closeHref: string
}

/** The buyer's feedback and the seller's reply. Works without script. */
export function OrderFeedback({ feedback, answer = null, closeHref }: OrderFeedbackProps) {
  const { t } = useTexts()
  if (feedback.length === 0) return null
  return (
    <Section title={t('order.feedback')}>
      {feedback.map((entry) => (
        <div key={entry.key} className={styles.entry}>
          <FeedbackEntry entry={entry} />
          {answer?.key === entry.key && entry.replyHref ? (
            <div className={styles.replyForm}>
              <SharedTextForm
                key={entry.replyHref}
                action={entry.replyHref}
                name="reply"
                label={t('talk.reply')}
                hint={t('talk.reply.hint')}
                save={t('talk.reply.save')}
                writing={answer}
                closeHref={closeHref}
              />
            </div>
          ) : (
            <Reply entry={entry} />
          )}
        </div>
      ))}
    </Section>
  )
}

function FeedbackEntry({ entry: { rating, stars, title, comment, time } }: { entry: FeedbackModel }) {
  return (
    <>
      <p className={styles.entryHead}>
        <Status {...rating} />
        {time ? <Time time={time} /> : null}
      </p>
      {stars ? <p className={styles.quiet}>{stars}</p> : null}
      {title ? (
        <p dir="auto">
          <b>{title}</b>
        </p>
      ) : null}
      {comment ? (
        <p className={styles.words} dir="auto">
          {comment}
        </p>
      ) : null}
    </>
  )
}

function Reply({ entry: { reply, replyHref } }: { entry: FeedbackModel }) {
  const { t } = useTexts()
  return (
    <>
      {reply ? (
        <p className={styles.quiet}>
          {t('order.reply')} <bdi>{reply}</bdi>
        </p>
      ) : null}
      {replyHref ? (
        <p>
          <PageLink to={replyHref} className={styles.link} preventScrollReset>
            {t(reply ? 'talk.reply.edit' : 'talk.reply.do')}
          </PageLink>
        </p>
      ) : null}
    </>
  )
}
