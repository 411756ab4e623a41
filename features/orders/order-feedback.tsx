import { Form, Link } from 'react-router'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { takeFocus } from '#shui/focus.ts'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { SrtField } from '#web/srt-field.tsx'
import type { FeedbackModel } from './order-details-view.ts'
import styles from './order-view.module.css'
import { Time } from './order-time.tsx'

/** The reply that is being written, and what is wrong with it. */
export interface ReplyAnswer {
  /** Which feedback of the order. */
  key: number
  text: string
  /** The reply that the writer has seen, by when it was written; empty where there was none. */
  seen: string
  error: string | null
}

interface OrderFeedbackProps {
  feedback: readonly FeedbackModel[]
  /** Present while a reply is written. */
  answer?: ReplyAnswer | null
  /** The order without the form. */
  closeHref: string
}

/** What the buyer said of the order, and what the seller replied. Links and a form: all of it works without script. */
export function OrderFeedback({ feedback, answer = null, closeHref }: OrderFeedbackProps) {
  const { t } = useTexts()
  if (feedback.length === 0) return null
  return (
    <Section title={t('order.feedback')}>
      {feedback.map((entry) => (
        <div key={entry.key} className={styles.entry}>
          <Said entry={entry} />
          {answer?.key === entry.key ? (
            <ReplyForm key={answer.seen} entry={entry} answer={answer} closeHref={closeHref} />
          ) : (
            <Reply entry={entry} />
          )}
        </div>
      ))}
    </Section>
  )
}

function Said({ entry: { rating, stars, title, comment, time } }: { entry: FeedbackModel }) {
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
          <Link to={replyHref} className={styles.link} preventScrollReset>
            {t(reply ? 'talk.reply.edit' : 'talk.reply.do')}
          </Link>
        </p>
      ) : null}
    </>
  )
}

interface ReplyFormProps {
  entry: FeedbackModel
  answer: ReplyAnswer
  closeHref: string
}

function ReplyForm({ entry: { replyHref }, answer: { text, seen, error }, closeHref }: ReplyFormProps) {
  const { t } = useTexts()
  return (
    <Form method="post" action={replyHref ?? undefined} className={styles.replyForm} preventScrollReset replace>
      <SrtField />
      <input type="hidden" name="seen" value={seen} />
      <TextAreaField
        label={t('talk.reply')}
        hint={t('talk.reply.hint')}
        name="reply"
        id="reply"
        defaultValue={text}
        error={error}
        dir="auto"
        ref={takeFocus}
      />
      <div className={styles.replyButtons}>
        <Button type="submit" size="small">
          {t('talk.reply.save')}
        </Button>
        <Link to={closeHref} className={styles.link} preventScrollReset>
          {t('talk.note.cancel')}
        </Link>
      </div>
    </Form>
  )
}
