import Download from 'lucide-react/icons/download'
import { WayBack } from '#features/machinery/grid/neighbours.tsx'
import { useLive } from '#features/machinery/live/use-live.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useLoaderData } from '#web/router/router.ts'
import { Facts } from '#web/facts.tsx'
import styles from '../transactions/payments.module.css'
import { TransactionsTable } from '../transactions/transactions-table.tsx'
import { readPayoutPage } from './payout-page.server.ts'
import type { PayoutModel } from './payout-view.ts'

await loadTexts('payments')

export const loader = sellerLoader('money.view', readPayoutPage)

const concerns = ['money'] as const

export default function PayoutPage() {
  const { model, back, settings } = useLive(useLoaderData<typeof loader>(), concerns)
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={model.title}
        note={model.note}
        status={<Status {...model.status} />}
        before={<WayBack back={back} neighbours={null} />}
        actions={
          model.fileHref === null ? null : (
            <ButtonLink href={model.fileHref} icon={Download} target="_self">
              {t('payments.payout.download')}
            </ButtonLink>
          )
        }
      />
      {model.failure ? (
        <div className={styles.failure}>
          <p>
            <b>{model.failure.text}</b>
          </p>
          <p>{model.failure.todo}</p>
          {settings ? (
            <p>
              <PageLink to={paths.payoutSettings}>{settings}</PageLink>
            </p>
          ) : null}
        </div>
      ) : null}
      <Facts facts={model.facts} />
      <Section title={t('payments.payout.rowsTitle')}>
        {model.compared ? (
          <p className={styles.note}>
            <PageLink to={model.compared.href}>{model.compared.text}</PageLink>
            {model.compared.causes === '' ? null : `: ${model.compared.causes}`}
          </p>
        ) : null}
        {model.sum === null ? <p className={styles.note}>{t('payments.payout.noRows')}</p> : <Rows model={model} />}
      </Section>
    </>
  )
}

function Rows({ model: { rows, sum, returned, proof, more } }: { model: PayoutModel }) {
  const { t } = useTexts()
  return (
    <>
      {returned ? (
        <p className={styles.note}>
          <PageLink to={returned.href}>{returned.text}</PageLink>
        </p>
      ) : null}
      <TransactionsTable rows={rows} about={t('payments.column.what')} sum={sum} className={styles.rows} />
      {more ? (
        <p className={styles.note}>
          <PageLink to={more.href}>{more.text}</PageLink>
        </p>
      ) : null}
      {proof ? (
        <p className={styles.proof} data-right={proof.isRight}>
          {proof.parts}. <b>{proof.text}</b>
        </p>
      ) : null}
    </>
  )
}
