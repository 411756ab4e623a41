import { WayBack } from '#features/machinery/grid/neighbours.tsx'
import { useLive } from '#features/machinery/live/use-live.ts'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { useLoaderData } from '#web/router/router.ts'
import { Facts } from '#web/facts.tsx'
import styles from './payments.module.css'
import { readTransactionPage } from './transaction-page.server.ts'

await loadTexts('payments')

export const loader = sellerLoader('money.view', readTransactionPage)

const concerns = ['money'] as const

export default function TransactionPage() {
  const { model, back } = useLive(useLoaderData<typeof loader>(), concerns)
  const { t } = useTexts()
  const { place } = model
  return (
    <>
      <PageHead
        title={model.title}
        note={model.note}
        status={
          <Status tone={place.tone} text={place.second === null ? place.text : `${place.text}, ${place.second}`} />
        }
        before={<WayBack back={back} neighbours={null} />}
      />
      <Facts facts={model.facts} />
      <Section title={t('payments.transaction.rows')}>
        <CardTable
          head={t('payments.column.what')}
          columns={[
            { key: 'item', label: t('orders.column.item') },
            { key: 'amount', label: t('word.amount'), isNumber: true },
          ]}
          rows={model.rows.map(({ key, what, item, amount }) => ({
            key: String(key),
            name: what,
            cells: [item, amount],
          }))}
          foot={{ key: 'net', name: t('payments.column.net'), cells: [null, model.net] }}
          label={t('payments.transaction.rows')}
        />
        {model.tax === null ? null : <p className={styles.note}>{model.tax}</p>}
      </Section>
    </>
  )
}
