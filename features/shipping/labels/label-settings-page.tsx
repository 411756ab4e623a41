import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { countryOptions } from '#features/orders/order-address/address-panel-view.ts'
import { toDecimal } from '#lib/money.ts'
import { Section } from '#shui/section/section.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { AccountForm, LabelAccounts } from './label-accounts.tsx'
import { readAccounts, readLabelSettings } from './label-accounts-db.server.ts'
import { labelWebhookUrl } from './label-webhook.server.ts'
import { changeLabelSettings, senderParts } from './change-label-settings.server.ts'
import styles from './label-settings.module.css'
import { SenderForm } from './sender-form.tsx'

await loadTexts('labels')

const doneTexts = {
  sender: 'labels.done.sender',
  added: 'labels.done.added',
  removed: 'labels.done.removed',
  webhook: 'labels.done.webhook',
} as const

export const loader = sellerLoader('keys.manage', async ({ hub, read, seller, texts: reader, url }) => {
  const texts = textsFor(reader.locale, seller.timeZone)
  const { settings, accounts } = await read(async (db) => ({
    settings: await readLabelSettings(db, seller.id),
    accounts: await readAccounts(db, seller.id),
  }))
  const limit = settings?.daily_limit_minor ?? null
  const done = url.searchParams.get('done')
  return {
    sender: Object.fromEntries(senderParts.map((part) => [part, settings?.[part] ?? ''])),
    countries: countryOptions(texts),
    country: settings?.country ?? seller.country,
    format: settings?.format ?? 'PDF_A6',
    shipsAt: settings?.ships_at ?? 'TOLD',
    limit: limit === null ? '' : texts.typed(toDecimal({ minor: limit, currency: seller.currency })),
    currency: seller.currency,
    begun: formBaseline(settings ?? null),
    accounts: accounts.map((account) => ({
      key: account.account_key,
      name: account.name,
      provider: account.provider,
      url: account.url,
      checked: texts.moment(account.checked_at, 'dateTime'),
      problem: account.problem,
      webhookUrl: labelWebhookUrl(account, hub),
      hasWebhookSecret: account.sealed_webhook_secret !== null,
    })),
    exampleUrl: hub.config.ownCarrier,
    done: done !== null && done in doneTexts ? done : null,
  }
})

export type LabelSettingsModel = Awaited<ReturnType<typeof loader>>

export const action = sellerAction('keys.manage', async (visit) => {
  const outcome = await changeLabelSettings(visit)
  return 'done' in outcome
    ? redirect(withQuery(paths.labelSettings, { done: outcome.done }), { status: 303 })
    : outcome.answer
})

export default function LabelSettingsPage() {
  const model = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const done = model.done as keyof typeof doneTexts | null
  return (
    <>
      <PageHead
        title={t('labels.settings')}
        note={t('labels.settings.note')}
        done={!answer && done ? t(doneTexts[done]) : null}
      />
      <div className={styles.sections}>
        <Section title={t('labels.accounts')}>
          <LabelAccounts accounts={model.accounts} answer={answer} />
          <AccountForm exampleUrl={model.exampleUrl} answer={answer} />
        </Section>
        <Section title={t('labels.sender')}>
          <SenderForm model={model} answer={answer} />
        </Section>
      </div>
    </>
  )
}
