import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import paymentStyles from '../transactions/payments.module.css'

interface KeptReportsProps {
  kept: readonly { key: string; name: string; href: string; at: string; member: string }[]
}

export function KeptReports({ kept }: KeptReportsProps) {
  const { t } = useTexts()
  return (
    <Section title={t('reconcile.kept')} count={t('reconcile.kept.hint')}>
      <CardTable
        head={t('reconcile.file')}
        columns={[
          { key: 'at', label: t('payments.column.time') },
          { key: 'member', label: t('payments.column.who') },
        ]}
        rows={kept.map(({ key, name, href, at, member }) => ({
          key,
          name: <PageLink to={href}>{name}</PageLink>,
          cells: [at, member],
        }))}
        className={paymentStyles.rows}
      />
    </Section>
  )
}
