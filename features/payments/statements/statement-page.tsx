import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { WayBack } from '#features/machinery/grid/neighbours.tsx'
import { useLive } from '#features/machinery/live/use-live.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { classNames } from '#shui/class-names.ts'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useLoaderData } from '#web/router/router.ts'
import styles from '../transactions/payments.module.css'
import { readMonth, shopTexts } from './read-statements.server.ts'
import { statementModel, type CurrencyStatement } from './statements-view.server.ts'

await loadTexts('payments', 'statements')

export const loader = sellerLoader('money.view', async (visit) => {
  const texts = shopTexts(visit)
  const found = await readMonth(visit)
  return {
    month: found.month,
    backHref: paths.statements(
      found.month.slice(0, 4) === found.thisMonth.slice(0, 4) ? undefined : found.month.slice(0, 4),
    ),
    model: statementModel(found.statements, found, texts),
  }
})

const concerns = ['money'] as const

export default function StatementPage() {
  const { month, backHref, model } = useLive(useLoaderData<typeof loader>(), concerns)
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={model.title}
        name={t('statements.name', { month: model.title })}
        before={<WayBack back={{ href: backHref, label: t('statements.title') }} neighbours={null} />}
        actions={
          <>
            <ButtonLink href={paths.statementPrint(month)} icon={Printer} target="_self">
              {t('word.print')}
            </ButtonLink>
            <ButtonLink href={paths.statementFile({ month })} icon={Download} target="_self">
              {t('statements.download')}
            </ButtonLink>
          </>
        }
      />
      <p className={styles.note}>{t('statements.hint')}</p>
      {model.currencies.length === 0 ? <p className={styles.note}>{t('statements.nothing')}</p> : null}
      {model.currencies.map((each) => (
        <Currency key={each.currency} model={each} />
      ))}
      <p className={styles.note}>
        <PageLink to={model.transactionsHref}>{t('statements.transactions')}</PageLink>
        {[model.before, model.after].map((link) =>
          link ? (
            <span key={link.href}>
              {' · '}
              <PageLink to={link.href}>{link.text}</PageLink>
            </span>
          ) : null,
        )}
      </p>
    </>
  )
}

function Currency({ model: { name, opening, lines, closing, proof } }: { model: CurrencyStatement }) {
  const { t } = useTexts()
  return (
    <Section title={name ?? t('statements.lines')}>
      <CardTable
        head={t('payments.column.what')}
        columns={[
          { key: 'group', label: t('payments.column.kind') },
          { key: 'amount', label: t('word.amount'), isNumber: true },
        ]}
        rows={[
          { key: 'opening', name: t('statements.opening'), cells: [null, opening] },
          ...lines.map(({ key, group, text, href, amount }) => ({
            key,
            name: <PageLink to={href}>{text}</PageLink>,
            cells: [group, amount],
          })),
        ]}
        foot={{ key: 'closing', name: t('statements.closing'), cells: [null, closing] }}
        label={name ?? t('statements.lines')}
        className={classNames(styles.rows, styles.alike)}
      />
      <p className={styles.proof} data-right={proof.isRight}>
        {proof.text} <b>{proof.result}</b>
      </p>
    </Section>
  )
}
