import { SubmitRow } from '#web/submit-row.tsx'
import { Facts } from '#features/machinery/grid/fact-rows.tsx'
import { answerLimits } from '#features/selling/listing-answers/answer-limits.ts'
import { BackFields, ListingAnswers } from '#features/selling/listing-answers/listing-answers.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useSearchParams } from '#web/router/router.ts'
import columns from '#web/columns.module.css'
import styles from './conversation-view.module.css'
import type { ListingBriefModel } from './question-page.server.ts'

/** A listing beside a question about it, and the answers that it shows. */
export function ListingInBrief({ listing }: { listing: ListingBriefModel }) {
  const { t } = useTexts()
  const [query] = useSearchParams()
  const { thread, href, facts, order, answers, offer, isFull, mayEdit } = listing
  const back = { thread, from: query.get('from') ?? undefined }
  return (
    <div className={columns.column}>
      <Section
        title={t('listings.column.title')}
        controls={
          <PageLink to={href} className={styles.link}>
            {t('talk.listing.open')}
          </PageLink>
        }
      >
        <Facts facts={facts} />
        {order ? (
          <p className={styles.parcel}>
            {t('talk.ordered')}
            <PageLink to={order.href} className={styles.link}>
              {order.number}
            </PageLink>
          </p>
        ) : null}
      </Section>
      <Section title={t('talk.answers')} count={answers.length > 0 ? String(answers.length) : null}>
        <p className={styles.intro}>{t(answers.length > 0 ? 'talk.answers.note' : 'talk.answers.none')}</p>
        {offer ? <OfferForm key={offer.key} offer={offer} {...back} /> : null}
        {isFull && mayEdit ? <p className={styles.quiet}>{t('talk.answers.full', { n: answers.length })}</p> : null}
        <ListingAnswers answers={answers} mayEdit={mayEdit} {...back} />
      </Section>
    </div>
  )
}

interface OfferFormProps {
  offer: NonNullable<ListingBriefModel['offer']>
  thread: string
  from: string | undefined
}

/** Adds the last answer to the listing; its question can be reworded before. */
function OfferForm({ offer: { key, question, answer }, thread, from }: OfferFormProps) {
  const { t } = useTexts()
  return (
    <PageForm action={paths.listingAnswers} className={styles.offer} preventScrollReset replace>
      <BackFields thread={thread} from={from} answer={key} />
      <TextAreaField
        label={t('talk.answers.question')}
        hint={t('talk.answers.intro')}
        id="published-question"
        name="question"
        rows={3}
        required
        maxLength={answerLimits.question}
        defaultValue={question.slice(0, answerLimits.question)}
        dir="auto"
      />
      <p className={styles.quiet}>{t('talk.answers.answer')}</p>
      <p className={styles.answer} dir="auto">
        {answer}
      </p>
      <SubmitRow name="step" value="publish">
        {t('talk.answers.add')}
      </SubmitRow>
    </PageForm>
  )
}
