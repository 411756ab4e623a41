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
import { WebhookView } from './webhook-view.tsx'
import type { WebhooksAnswer, WebhooksModel } from './webhooks-model.ts'
import styles from './webhooks.module.css'

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
