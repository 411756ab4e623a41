import { Pages } from '#features/machinery/file-runs/pages.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { EvidenceModel } from './evidence-view.server.ts'
import styles from './seller-level.module.css'

export function EvidenceSection({ evidence: { title, note, columns, rows, pages } }: { evidence: EvidenceModel }) {
  const { t } = useTexts()
  return (
    <Section title={title} count={note}>
      {rows.length === 0 ? (
        <p className={styles.nothing}>{t('level.evidence.none')}</p>
      ) : (
        <CardTable
          head={t('level.evidence.order')}
          columns={columns}
          className={styles.evidence}
          rows={rows.map(({ key, number, href, cells }) => ({
            key,
            name: <PageLink to={href}>{number}</PageLink>,
            cells: cells.map(({ text, href: to }) =>
              to ? (
                <PageLink key={to} to={to}>
                  {text}
                </PageLink>
              ) : (
                text
              ),
            ),
          }))}
        />
      )}
      <Pages label={t('level.evidence.pages')} pages={pages} keepsScroll />
    </Section>
  )
}
