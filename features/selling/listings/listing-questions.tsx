import { ListingAnswers } from '#features/selling/listing-answers/listing-answers.tsx'
import { useShui } from '#shui/context.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { useSearchParams } from '#web/router/router.ts'
import styles from './listing-page.module.css'
import type { ListingQuestionsModel } from './listing-parts.server.ts'

/** Questions about a listing: what buyers asked, and the answers that it shows. */
export function ListingQuestions({ item, model }: { item: string; model: ListingQuestionsModel }) {
  const { t } = useTexts()
  const { Link } = useShui()
  const [query] = useSearchParams()
  const { answers, mayEdit, asked } = model
  const questions = asked?.questions ?? []
  if (answers.length === 0 && questions.length === 0) return null
  return (
    <Section
      title={t('talk.answers')}
      {...(asked && questions.length > 0
        ? { action: { text: t('talk.answers.inbox'), action: { type: 'NAV', URL: asked.href } } }
        : {})}
    >
      {asked && asked.waiting > 0 ? (
        <p className={styles.waiting}>
          <Status tone="warn" text={t('talk.answers.waiting', { n: asked.waiting })} />
        </p>
      ) : null}
      {questions.length > 0 ? (
        <ul className={styles.questions}>
          {questions.map(({ thread, href, buyer, text, when, waits }) => (
            <li key={thread}>
              <Link href={href} className={styles.link}>
                {buyer}
              </Link>
              <span className={styles.said} dir="auto">
                {text}
              </span>
              <span className={styles.quiet}>{when}</span>
              {waits ? <Status tone="neutral" text={t('conversations.unanswered')} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {answers.length > 0 ? <p className={styles.quiet}>{t('talk.answers.note')}</p> : null}
      <ListingAnswers answers={answers} mayEdit={mayEdit} item={item} from={query.get('from') ?? undefined} />
    </Section>
  )
}
