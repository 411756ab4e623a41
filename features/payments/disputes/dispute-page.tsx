import { Sold } from '#features/after-sale/cases/case-parts.tsx'
import { Facts, History } from '#features/machinery/grid/fact-rows.tsx'
import { Photos } from '#features/after-sale/cases/case-photos.tsx'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { useLive } from '#features/machinery/live/use-live.ts'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { pictureForm } from '#web/form-body.server.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { answerDispute } from './answer-dispute.server.ts'
import { DisputeAnswerForm } from './dispute-answer-form.tsx'
import type { DisputeFormAnswer } from './dispute-form.ts'
import styles from './dispute-page.module.css'
import { readDisputePage } from './dispute-page.server.ts'
import type { DisputeModel } from './dispute-view.ts'

await loadTexts('disputes', 'talk')

export const loader = sellerLoader('money.view', readDisputePage)

export const action = sellerAction('orders.refund', answerDispute, pictureForm)

const concerns = ['money', 'orders'] as const

export default function DisputePage() {
  const { model, back, done } = useLive(useLoaderData<typeof loader>(), concerns)
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={model.title}
        note={model.note}
        status={<Status {...model.status} />}
        before={<BackToList href={back.href}>{back.label}</BackToList>}
        done={answer ? null : done}
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Words model={model} />
          {model.form ? <DisputeAnswerForm key={model.form.number} model={model.form} answer={answer} /> : null}
          {!model.form && answer ? <Unsent answer={answer} /> : null}
          {model.viewerNote ? <p className={styles.quiet}>{model.viewerNote}</p> : null}
          {model.given ? <Given given={model.given} /> : null}
          <Section title={t('word.timeline')}>
            <History history={model.history} />
          </Section>
        </div>
        <div className={styles.column}>
          <Section title={t('word.money')}>
            <Facts facts={model.money} />
            <PageLink to={model.transactionsHref} className={styles.link}>
              {t('dispute.transactions')}
            </PageLink>
          </Section>
          <Section title={t('dispute.sold')}>
            <Sold sold={model.sold} />
          </Section>
          {model.why ? (
            <Section title={t('dispute.why')}>
              <p className={styles.why}>{model.why}</p>
            </Section>
          ) : null}
        </div>
      </div>
    </>
  )
}

function Words({ model: { reason, buyer, words, hidden } }: { model: DisputeModel }) {
  const { t } = useTexts()
  return (
    <blockquote className={styles.quote} aria-label={t('dispute.words')}>
      <p className={styles.quiet}>
        {reason}, <bdi>{buyer}</bdi>
      </p>
      {words === null ? (
        <p className={styles.quiet}>{hidden ?? t('dispute.words.none')}</p>
      ) : (
        <p className={styles.words} dir="auto">
          {words}
        </p>
      )}
    </blockquote>
  )
}

/** An answer that came too late, so that what was written is not lost. */
function Unsent({ answer: { errors, values } }: { answer: DisputeFormAnswer }) {
  const { t } = useTexts()
  return (
    <>
      <FormErrors errors={errors} />
      {values.text === '' ? null : (
        <Section title={t('dispute.answer.kept')}>
          <p className={styles.words} dir="auto">
            {values.text}
          </p>
        </Section>
      )}
    </>
  )
}

function Given({ given: { text, by, pictures, documents } }: { given: NonNullable<DisputeModel['given']> }) {
  const { t } = useTexts()
  return (
    <Section title={t('dispute.answer')}>
      <p className={styles.quiet}>
        <bdi>{by}</bdi>
      </p>
      {text === null ? null : (
        <p className={styles.words} dir="auto">
          {text}
        </p>
      )}
      <Photos photos={pictures} label={t('dispute.answered.pictures')} />
      {documents.length > 0 ? (
        <ul aria-label={t('dispute.answered.documents')}>
          {documents.map(({ href, name, size }) => (
            <li key={href} className={styles.document}>
              {/* A download, which the router must not handle. */}
              <a href={href} className={styles.link}>
                <bdi>{name}</bdi>
              </a>
              <span className={styles.quiet}>{size}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  )
}
