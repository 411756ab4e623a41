import { Button } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { paths } from '#web/paths.ts'
import type { ListedAnswer } from './answer-limits.ts'
import styles from './listing-answers.module.css'

/** Where the form leads back to: a question, or a listing's page. */
interface Back {
  thread?: string
  item?: string
  /** Query of the list that the page was opened from. */
  from?: string | undefined
}

interface ListingAnswersProps extends Back {
  answers: readonly ListedAnswer[]
  mayEdit: boolean
}

/** Questions and answers that buyers see on a listing; each is removed by one press. */
export function ListingAnswers({ answers, mayEdit, ...back }: ListingAnswersProps) {
  const { t } = useTexts()
  return (
    <ul className={styles.answers}>
      {answers.map(({ key, question, answer }) => (
        <li key={key}>
          <p className={styles.question} dir="auto">
            {question}
          </p>
          <p className={styles.answer} dir="auto">
            {answer}
          </p>
          {mayEdit ? (
            <PageForm action={paths.listingAnswers} preventScrollReset replace>
              <BackFields {...back} answer={key} />
              <Button type="submit" name="step" value="remove" size="small">
                {t('talk.answers.remove')}
              </Button>
            </PageForm>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Hidden fields of forms about an answer. */
export function BackFields({ thread, item, from, answer }: Back & { answer: string }) {
  const fields = Object.entries({ thread, item, from, answer })
  return fields.map(([name, value]) => (value ? <input key={name} type="hidden" name={name} value={value} /> : null))
}
