import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import { PageLink } from '#web/page-link.tsx'
import styles from './bulk-results.module.css'
import type { RowResult } from './bulk-model.ts'

const mostShown = 500

export function BulkResults({ results, from }: { results: readonly RowResult[]; from: string }) {
  const { t } = useTexts()
  return (
    <>
      <ul className={styles.results}>
        {results.slice(0, mostShown).map(({ itemNumber, title, ok, text }) => (
          <li key={itemNumber}>
            <PageLink to={paths.listing(itemNumber, from)} className={styles.name}>
              {title || t('listings.untitled')}
            </PageLink>
            <Status tone={ok ? 'good' : 'warn'} text={text} />
          </li>
        ))}
      </ul>
      {results.length > mostShown ? <p>{t('listings.bulk.moreResults', { n: results.length - mostShown })}</p> : null}
    </>
  )
}
