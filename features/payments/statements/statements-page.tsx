import Download from 'lucide-react/icons/download'
import Wallet from 'lucide-react/icons/wallet'
import { useLive } from '#features/machinery/live/use-live.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useLoaderData } from '#web/router/router.ts'
import styles from '../transactions/payments.module.css'
import { readYear, shopTexts } from './read-statements.server.ts'
import { monthColumns } from './statement.ts'
import { statementsModel, type StatementsModel } from './statements-view.server.ts'

await loadTexts('payments', 'statements')

export const loader = sellerLoader('money.view', async (visit) => {
  const texts = shopTexts(visit)
  const found = await readYear(visit)
  return {
    fileHref: found && paths.statementFile({ year: String(found.year) }),
    model: found && statementsModel(found.statements, found, texts),
  }
})

const concerns = ['money'] as const

export default function StatementsPage() {
  const { fileHref, model } = useLive(useLoaderData<typeof loader>(), concerns)
  const { t } = useTexts()
  if (!model)
    return (
      <>
        <PageHead title={t('statements.title')} />
        <Empty title={t('payments.none.title')} hint={t('statements.none')} icon={Wallet}>
          <ButtonLink href={paths.orders} kind="primary">
            {t('payments.none.action')}
          </ButtonLink>
        </Empty>
      </>
    )
  return (
    <>
      <PageHead
        title={t('statements.title')}
        actions={
          fileHref === null ? null : (
            <ButtonLink href={fileHref} icon={Download} target="_self">
              {t('statements.download')}
            </ButtonLink>
          )
        }
      />
      <Tabs label={t('statements.years')} tabs={model.years} />
      <p className={styles.note}>{t('statements.hint')}</p>
      {model.currencies.map((each) => (
        <Months key={each.currency} model={each} />
      ))}
    </>
  )
}

function Months({ model: { name, rows } }: { model: StatementsModel['currencies'][number] }) {
  const { t } = useTexts()
  return (
    <Section title={name ?? t('statements.months')}>
      <CardTable
        head={t('word.month')}
        columns={[
          { key: 'opening', label: t('statements.opening'), isNumber: true },
          ...monthColumns.map((column) => ({
            key: column,
            label: t('statements.group', { group: column }),
            isNumber: true,
          })),
          { key: 'closing', label: t('statements.closing'), isNumber: true },
        ]}
        rows={rows.map(({ key, month, href, amounts }) => ({
          key,
          name: <PageLink to={href}>{month}</PageLink>,
          cells: amounts,
        }))}
        className={styles.rows}
      />
    </Section>
  )
}
