import Download from 'lucide-react/icons/download'
import { useLive } from '#features/machinery/live/use-live.ts'
import { ButtonLink } from '#shui/button/button.tsx'
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
import { shopTexts } from '../statements/read-statements.server.ts'
import styles from '../transactions/payments.module.css'
import { readTaxes } from './read-taxes.server.ts'
import { taxesModel, type TaxesModel } from './taxes-view.ts'

await loadTexts('payments', 'statements')

export const loader = sellerLoader('money.view', async (visit) => {
  const texts = shopTexts(visit)
  const found = await readTaxes(visit)
  return {
    fileHref: paths.taxFile(found.period.key),
    model: taxesModel(found, texts),
  }
})

const concerns = ['money'] as const

export default function TaxesPage() {
  const { fileHref, model } = useLive(useLoaderData<typeof loader>(), concerns)
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('taxes.title')}
        note={model.period}
        actions={
          model.currencies.length === 0 ? null : (
            <ButtonLink href={fileHref} icon={Download} target="_self">
              {t('statements.download')}
            </ButtonLink>
          )
        }
      />
      <Tabs label={t('sales.period')} tabs={model.tabs} />
      <p className={styles.note}>
        <PageLink to={model.before.href}>{model.before.text}</PageLink>
        {model.after ? (
          <>
            {' · '}
            <PageLink to={model.after.href}>{model.after.text}</PageLink>
          </>
        ) : null}
      </p>
      {model.coverage ? (
        <p className={styles.note}>
          {model.coverage.text} <PageLink to={model.coverage.href}>{model.coverage.link}</PageLink>
        </p>
      ) : null}
      {model.currencies.length === 0 ? (
        <p className={styles.note}>{t('taxes.none', { period: model.period })}</p>
      ) : null}
      {model.currencies.map((each) => (
        <Countries key={each.currency} model={each} title={each.name ?? t('taxes.of', { period: model.period })} />
      ))}
      <p className={styles.note}>{model.basis.join(' ')}</p>
    </>
  )
}

function Countries({
  model: { sums, hasNames, rows },
  title,
}: {
  model: TaxesModel['currencies'][number]
  title: string
}) {
  const { t } = useTexts()
  return (
    <Section title={title} count={sums}>
      <CardTable
        head={t('word.country')}
        columns={[
          ...(hasNames ? [{ key: 'name', label: t('taxes.name'), isWords: true }] : []),
          { key: 'kind', label: t('payments.column.kind'), isWords: true },
          { key: 'taxable', label: t('taxes.taxable'), isNumber: true },
          { key: 'collected', label: t('taxes.collected'), isNumber: true },
          { key: 'returned', label: t('taxes.returned'), isNumber: true },
          { key: 'net', label: t('taxes.net'), isNumber: true },
        ]}
        rows={rows.map(({ key, country, tax, kind, taxable, collected, returned, net }) => ({
          key,
          name: country,
          cells: [...(hasNames ? [tax] : []), kind, taxable, collected, returned, net],
        }))}
        label={title}
        className={styles.taxes}
      />
    </Section>
  )
}
