import { SubmitRow } from '#web/submit-row.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { EventChoice } from './event-choice.tsx'
import { MadeSecret } from './made-secret.tsx'
import type { WebhooksAnswer, WebhooksModel, DeliveryModel, WebhookDetails } from './webhooks-model.ts'
import styles from './webhooks.module.css'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { ButtonForm } from '#web/button-form.tsx'
import { eventDays } from './event.ts'

interface WebhooksViewProps {
  model: WebhooksModel
  answer: WebhooksAnswer | undefined
}

export function WebhooksView({ model, answer }: WebhooksViewProps) {
  const { t } = useTexts()
  const done = answer ? null : model.done
  if (model.details) return <WebhookView details={model.details} answer={answer} done={done} />
  return (
    <div className={styles.page}>
      <PageHead title={t('nav.webhooks')} done={done} />
      <p className={styles.intro}>
        {t(model.isOperator ? 'webhooks.intro.operator' : 'webhooks.intro')} {t('webhooks.guide')}
      </p>
      <MadeSecret made={answer?.made ?? null} />
      {model.webhooks.length === 0 ? (
        <p className={styles.none}>
          <b>{t('webhooks.none')}</b> {t('webhooks.none.hint')}
        </p>
      ) : (
        <Section title={t('webhooks.list')} count={String(model.webhooks.length)}>
          <ul className={styles.list}>
            {model.webhooks.map(({ id, url, href, types, state }) => (
              <li key={id} className={styles.webhook}>
                <PageLink to={href} className={styles.url} translate="no">
                  {url}
                </PageLink>
                <p className={styles.quiet}>{types}</p>
                <Status tone={state.tone} text={state.text} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="add" title={t('webhooks.add')}>
        <DocumentForm className={styles.form} key={model.webhooks.length}>
          <TextField
            label={t('webhooks.url')}
            hint={t(model.hasNetworks ? 'webhooks.url.hint.networks' : 'webhooks.url.hint')}
            name="url"
            type="url"
            required
            maxLength={500}
            placeholder="https://"
            autoComplete="off"
            defaultValue={answer?.values.url}
            error={answer?.errors.url}
          />
          <EventChoice
            types={answer?.values.all === false ? (answer.values.types ?? []) : null}
            error={answer?.errors.types}
          />
          <SubmitRow name="step" value="add" kind="primary">
            {t('webhooks.add')}
          </SubmitRow>
        </DocumentForm>
      </Section>
    </div>
  )
}

interface WebhookViewProps {
  details: WebhookDetails
  answer: WebhooksAnswer | undefined
  done: string | null
}

function WebhookView({ details, answer, done }: WebhookViewProps) {
  const { id, url, state, isPaused, deliveries } = details
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={url}
        before={<BackToList href={details.back}>{t('webhooks.back')}</BackToList>}
        status={<Status tone={state.tone} text={state.text} />}
        note={details.made}
        done={done}
      />
      <MadeSecret made={answer?.made ?? null} />
      <DocumentForm className={styles.buttons}>
        <input type="hidden" name="webhook" value={id} />
        <Button type="submit" name="step" value="test" kind="primary">
          {t('webhooks.test')}
        </Button>
        <Button type="submit" name="step" value={isPaused ? 'resume' : 'pause'}>
          {t(isPaused ? 'webhooks.resume' : 'webhooks.pause')}
        </Button>
        <Button type="submit" name="step" value="rotate">
          {t('webhooks.rotate')}
        </Button>
      </DocumentForm>
      {details.bothUntil ? <p className={styles.intro}>{details.bothUntil}</p> : null}
      <Section title={t('webhooks.deliveries')} count={t('webhooks.deliveries.kept', { days: eventDays })}>
        {deliveries.length === 0 ? <p className={styles.intro}>{t('webhooks.deliveries.none')}</p> : null}
        <ul className={styles.list}>
          {deliveries.map((delivery) => (
            <li key={delivery.key} className={styles.delivery}>
              <Delivery delivery={delivery} webhook={id} />
            </li>
          ))}
        </ul>
        {details.older ? <ButtonLink href={details.older}>{t('webhooks.older')}</ButtonLink> : null}
      </Section>
      <Section title={t('webhooks.what')}>
        <DocumentForm className={styles.form}>
          <input type="hidden" name="webhook" value={id} />
          <EventChoice
            types={answer?.values.all === false ? (answer.values.types ?? []) : details.types}
            error={answer?.errors.types}
            hideLegend
          />
          <SubmitRow name="step" value="choose">
            {t('common.save')}
          </SubmitRow>
        </DocumentForm>
      </Section>
      <details className={styles.remove}>
        <summary>{t('webhooks.remove.sure')}</summary>
        <DocumentForm className={styles.buttons}>
          <input type="hidden" name="webhook" value={id} />
          <p className={styles.intro}>{t('webhooks.remove.hint')}</p>
          <Button type="submit" name="step" value="remove" kind="danger">
            {t('word.remove')}
          </Button>
        </DocumentForm>
      </details>
    </>
  )
}

function Delivery({ delivery, webhook }: { delivery: DeliveryModel; webhook: string }) {
  const { key, type, event, made, state, attempts, body, answer, failure } = delivery
  const { t } = useTexts()
  return (
    <details>
      <summary>
        <span className={styles.line}>
          <span className={styles.type} translate="no">
            {type}
          </span>
          <span className={styles.quiet}>{made}</span>
          <Status tone={state.tone} text={state.text} />
        </span>
      </summary>
      <div className={styles.opened}>
        <p className={styles.quiet}>
          <code translate="no">{event}</code>
          {attempts ? <> · {attempts}</> : null}
        </p>
        {failure ? <p>{failure}</p> : null}
        {answer ? <Sent title={answer.title} text={answer.text} /> : null}
        <Sent title={t('webhooks.delivery.request')} text={body ?? t('webhooks.delivery.unread')} />
        {delivery.canRetry ? (
          <ButtonForm as={DocumentForm} fields={{ webhook, delivery: key }} name="step" value="retry" size="small">
            {t('webhooks.retry')}
          </ButtonForm>
        ) : null}
      </div>
    </details>
  )
}

function Sent({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className={styles.label}>{title}</p>
      <pre className={styles.text} dir="ltr" translate="no">
        {text}
      </pre>
    </div>
  )
}
