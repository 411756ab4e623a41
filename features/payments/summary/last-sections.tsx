import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { TransactionsTable } from '../transactions/transactions-table.tsx'
import type { SummaryModel } from './summary-view.ts'
import styles from './summary.module.css'

const linkTo = (text: string, URL: string) => ({ text, action: { type: 'NAV' as const, URL } })

export function HeldSection({ model: { rows, sum, all } }: { model: SummaryModel['held'] }) {
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

export function LastPayoutsSection({ model: { rows, all } }: { model: SummaryModel['payouts'] }) {
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

export function LastTransactionsSection({ model: { rows, all } }: { model: SummaryModel['last'] }) {
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
