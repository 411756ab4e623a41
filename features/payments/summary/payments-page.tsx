import Wallet from 'lucide-react/icons/wallet'
import { useLive } from '#features/machinery/live/use-live.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { useLoaderData } from '#web/router/router.ts'
import { BalancesSection, EarningsSection } from './balances-section.tsx'
import { compareMonths } from './earnings-months.ts'
import { HeldSection, LastPayoutsSection, LastTransactionsSection } from './last-sections.tsx'
import { readSummary } from './summary-db.server.ts'
import { summaryModel } from './summary-view.ts'
import styles from './summary.module.css'

await loadTexts('payments')

/** Summary of the seller's money and payouts. */
export const loader = sellerLoader('money.view', async ({ hub, seller, read, url, texts: reader }) => {
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const months = compareMonths(now, seller.timeZone)
  const summary = await read((db) => readSummary(db, { sellerId: seller.id, now, months }))
  return {
    zone: texts.zoneName(now),
    settings: mayDo(seller.role, 'payouts.manage') ? reader.t('payoutSettings.title') : null,
    model: summary && summaryModel(summary, { now, texts, months, currency: url.searchParams.get('currency') }),
  }
})

const concerns = ['money', 'orders'] as const

/** Summary of the payments. */
export default function PaymentsPage() {
  const { zone, settings, model } = useLive(useLoaderData<typeof loader>(), concerns)
  const { t } = useTexts()
  if (!model)
    return (
      <>
        <PageHead title={t('payments.title')} />
        <Empty title={t('payments.none.title')} hint={t('payments.none.hint')} icon={Wallet}>
          <ButtonLink href={paths.orders} kind="primary">
            {t('payments.none.action')}
          </ButtonLink>
        </Empty>
      </>
    )
  return (
    <>
      <PageHead
        title={t('payments.title')}
        note={t('common.zone', { zone })}
        actions={settings ? <ButtonLink href={paths.payoutSettings}>{settings}</ButtonLink> : null}
      />
      {model.currencies.map((currency) => (
        <BalancesSection key={currency.currency} model={currency} />
      ))}
      <div className={styles.beside}>
        <HeldSection model={model.held} />
        <LastPayoutsSection model={model.payouts} />
      </div>
      <EarningsSection model={model.earnings} />
      <LastTransactionsSection model={model.last} />
    </>
  )
}
