import Wallet from 'lucide-react/icons/wallet'
import { useLive } from '#features/machinery/live/use-live.ts'
import { ButtonLink, Button } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { compareMonths } from './earnings-months.ts'
import { payOut } from './pay-out.server.ts'
import { readSummary } from './summary-db.server.ts'
import { summaryModel, type SummaryModel } from './summary-view.ts'
import styles from './summary.module.css'
import { LineChart } from '#shui/chart/line-chart.tsx'
import { Section } from '#shui/section/section.tsx'
import { PageSwitch } from '#web/page-switch.tsx'
import type { CurrencyModel, EarningsModel } from './balances-view.ts'
import { PageForm } from '#web/page-form.tsx'
import { useSending } from '#web/use-sending.ts'
import type { PayNowModel } from './pay-now-view.ts'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { PageLink } from '#web/page-link.tsx'
import { TransactionsTable } from '#features/payments/transactions/transactions-table.tsx'

const linkTo = (text: string, URL: string) => ({ text, action: { type: 'NAV' as const, URL } })

function HeldSection({ model: { rows, sum, all } }: { model: SummaryModel['held'] }) {
  const { t } = useTexts()
  return (
    <Section
      title={t('payments.holds')}
      count={rows.length > 0 ? sum : null}
      action={linkTo(all ?? t('payments.holds.show'), paths.holds)}
    >
      {rows.length === 0 ? (
        <p className={styles.nothing}>{t('payments.holds.nothing')}</p>
      ) : (
        <CardTable
          head={t('word.order')}
          columns={[
            { key: 'why', label: t('payments.hold.why') },
            { key: 'released', label: t('payments.hold.released'), isWords: true },
            { key: 'latest', label: t('payments.hold.latest') },
            { key: 'amount', label: t('word.amount'), isNumber: true },
            { key: 'todo', label: t('payments.hold.todo'), isAction: true },
          ]}
          rows={rows.map(({ key, order, why, released, latest, amount, action }) => ({
            key,
            name: <PageLink to={order.href}>{order.text}</PageLink>,
            cells: [
              why,
              released,
              latest,
              amount,
              action ? (
                <ButtonLink key="todo" href={action.href} size="small">
                  {action.text}
                </ButtonLink>
              ) : (
                <span key="todo" className={styles.quiet}>
                  {t('payments.hold.nothing')}
                </span>
              ),
            ],
          }))}
          className={styles.rows}
        />
      )}
    </Section>
  )
}

function LastPayoutsSection({ model: { rows, all } }: { model: SummaryModel['payouts'] }) {
  const { t } = useTexts()
  return (
    <Section title={t('payments.payouts')} action={rows.length > 0 ? linkTo(all, paths.payouts) : null}>
      {rows.length === 0 ? (
        <p className={styles.nothing}>{t('payments.payouts.none.hint')}</p>
      ) : (
        <ul className={styles.payouts}>
          {rows.map(({ key, day, href, status, amount }) => (
            <li key={key}>
              <PageLink to={href}>{day}</PageLink>
              <Status tone={status.tone} text={status.text} />
              <span className={styles.amount}>{amount}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function LastTransactionsSection({ model: { rows, all } }: { model: SummaryModel['last'] }) {
  const { t } = useTexts()
  return (
    <div className={styles.last}>
      <Section title={t('payments.last')} count={t('payments.newest')} action={linkTo(all, paths.transactions)}>
        <TransactionsTable
          rows={rows}
          about={t('word.buyer')}
          last={{
            label: t('word.status'),
            cells: rows.map(({ key, place }) => <Status key={key} tone={place.tone} text={place.text} />),
          }}
          className={styles.rows}
        />
      </Section>
    </div>
  )
}

await loadTexts('payments')

export const loader = sellerLoader('money.view', async ({ hub, seller, read, url, texts: reader }) => {
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const months = compareMonths(now, seller.timeZone)
  const manages = mayDo(seller.role, 'payouts.manage')
  const mayPay = manages && hub.config.policyPack.payout.schedules.includes('ON_DEMAND')
  const summary = await read((db) => readSummary(db, { sellerId: seller.id, now, months, mayPay }))
  return {
    isPaid: url.searchParams.get('done') === 'paid',
    settings: manages ? reader.t('payoutSettings.title') : null,
    statements: reader.t('statements.title'),
    model: summary && summaryModel(summary, { now, texts, months, currency: url.searchParams.get('currency') }),
  }
})

export const action = sellerAction('payouts.manage', payOut)

const concerns = ['money', 'orders'] as const

export default function PaymentsPage() {
  const { isPaid, settings, statements, model } = useLive(useLoaderData<typeof loader>(), concerns)
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  if (!model)
    return (
      <>
        <PageHead title={t('word.payments')} />
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
        title={t('word.payments')}
        actions={
          <>
            {settings ? (
              <ButtonLink href={paths.payoutSettings} kind="quiet">
                {settings}
              </ButtonLink>
            ) : null}
            <ButtonLink href={paths.statements()}>{statements}</ButtonLink>
            {model.payNow ? <PayNow model={model.payNow} /> : null}
          </>
        }
        done={isPaid && !answer ? t('payments.payNow.done') : null}
      />
      <FormErrors errors={answer?.errors} />
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

function BalancesSection({ model: { name, figures } }: { model: CurrencyModel }) {
  return (
    <div className={name === null ? undefined : styles.one}>
      {name === null ? null : <h2 className={styles.name}>{name}</h2>}
      <dl className={styles.figures}>
        {figures.map(({ key, label, value, note }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className={styles.value}>{value}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function EarningsSection({ model: { chart, currencies } }: { model: EarningsModel }) {
  const { t } = useTexts()
  return (
    <Section
      title={currencies.length > 1 ? chart.label : t('payments.earnings')}
      count={t('payments.earnings.hint')}
      controls={
        currencies.length > 1 ? <PageSwitch label={t('payments.earnings.currency')} links={currencies} /> : undefined
      }
    >
      <LineChart model={chart} />
    </Section>
  )
}

function PayNow({ model: { label, reason } }: { model: PayNowModel }) {
  const isSending = useSending()
  return (
    <PageForm className={styles.pay}>
      {reason === null ? null : (
        <span id="pay-reason" className={styles.quiet}>
          {reason}
        </span>
      )}
      <Button
        type="submit"
        disabled={reason !== null || isSending}
        aria-describedby={reason === null ? undefined : 'pay-reason'}
      >
        {label}
      </Button>
    </PageForm>
  )
}
