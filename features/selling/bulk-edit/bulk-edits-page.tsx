import { useLoaderData } from '#web/router/router.ts'
import { CardTable } from '#shui/table/card-table.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Status } from '#shui/status/status.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { aspectNames } from '#features/core/listing/taxonomy.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageLink } from '#web/page-link.tsx'
import { PageName } from '#web/page-name.tsx'
import styles from './bulk-edit.module.css'
import { listEdits } from './bulk-edits-db.server.ts'
import { editLine } from './edit-lines.server.ts'

await loadTexts('bulk-edit')

/** Bulk edits listed; older ones are kept for a month. */
const mostListed = 100

export const loader = sellerLoader('listings.edit', async ({ hub, read, seller, url, texts: reader }) => {
  const texts = textsFor(reader.locale, seller.timeZone)
  const edits = await read((db) => listEdits(db, { sellerId: seller.id, limit: mostListed, now: hub.now() }))
  const names = aspectNames(hub.config.taxonomy, texts.locale)
  return {
    lines: edits.map((edit) => editLine(edit, { texts, aspectNames: names, now: hub.now() })),
    refused: url.searchParams.has('refused') ? texts.t('bulkEdit.tooMany') : null,
  }
})

export default function BulkEditsPage() {
  const { lines, refused } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageName name={t('bulkEdits.title')} />
      <PageTitle title={t('bulkEdits.title')} />
      {refused ? (
        <p role="alert" className={styles.wrongNote}>
          {refused}
        </p>
      ) : null}
      <p className={styles.intro}>{lines.length > 0 ? t('bulkEdits.intro') : t('bulkEdits.none')}</p>
      {lines.length > 0 ? (
        <CardTable
          head={t('bulkEdits.when')}
          columns={[
            { key: 'what', label: t('bulkEdits.what') },
            { key: 'who', label: t('bulkEdits.who') },
            { key: 'listings', label: t('bulkEdits.listings'), isNumber: true },
            { key: 'changed', label: t('bulkEdits.changed'), isNumber: true },
            { key: 'state', label: t('bulkEdit.column.state') },
            { key: 'undo', label: t('bulkEdits.undo') },
          ]}
          rows={lines.map(({ id, href, when, what, who, listings, changed, status, undo }) => ({
            key: id,
            name: <PageLink to={href}>{when}</PageLink>,
            cells: [
              <span key="what" className={styles.what}>
                {what}
              </span>,
              who,
              listings,
              changed,
              <Status key="state" {...status} />,
              undo,
            ],
          }))}
        />
      ) : null}
    </>
  )
}
