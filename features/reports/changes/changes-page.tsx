import { aspectNames } from '#features/core/listing/taxonomy.ts'
import History from 'lucide-react/icons/history'
import { Pages } from '#features/machinery/file-runs/pages.tsx'
import { readPageNumber } from '#lib/page-number.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useLoaderData } from '#web/router/router.ts'
import { readChanges, type ChangeModel } from './changes-view.server.ts'
import styles from './changes.module.css'

await loadTexts('bulk-edit')

export const loader = sellerLoader('listings.edit', async ({ hub, read, seller, url, texts: reader }) => {
  const texts = textsFor(reader.locale, seller.timeZone)
  const of = { texts, aspectNames: aspectNames(hub.config.taxonomy, texts.locale), now: hub.now() }
  const page = readPageNumber(url.searchParams.get('page'))
  return {
    ...(await read((db) => readChanges(db, { sellerId: seller.id, page }, of))),
    refused: url.searchParams.has('refused') ? texts.t('bulkEdit.tooMany') : null,
  }
})

/** All changes of many listings at once: bulk edits, and uploads of listings. */
export default function ChangesPage() {
  const { changes, pages, refused } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('changes.title')} note={changes.length > 0 ? t('changes.intro') : null} />
      {refused ? (
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
      ) : null}
      {changes.length > 0 ? (
        <CardTable
          head={t('changes.when')}
          columns={[
            { key: 'what', label: t('changes.what') },
            { key: 'who', label: t('changes.who') },
            { key: 'changed', label: t('changes.changed'), isNumber: true },
            { key: 'state', label: t('word.status') },
            { key: 'undo', label: t('word.undo'), isAction: true },
          ]}
          rows={changes.map((change) => ({
            key: change.id,
            name: <PageLink to={change.href}>{change.when}</PageLink>,
            cells: [
              <span key="what" className={styles.what}>
                {change.what}
              </span>,
              change.who,
              change.changed,
              <Status key="state" {...change.status} />,
              <Undo key="undo" change={change} />,
            ],
          }))}
        />
      ) : (
        <Empty title={t('changes.none.title')} hint={t('changes.none')} icon={History}>
          <ButtonLink href={paths.listings.active} kind="primary">
            {t('listings.none.toActive')}
          </ButtonLink>
          <ButtonLink href={paths.uploads}>{t('common.uploadFile')}</ButtonLink>
        </Empty>
      )}
      <Pages label={t('changes.title')} pages={pages} />
    </>
  )
}

function Undo({ change: { id, when, undo, undoNote } }: { change: ChangeModel }) {
  const { t } = useTexts()
  if (!undo) return undoNote
  return (
    <PageForm action={undo.action}>
      <input type="hidden" name={undo.field} value={id} />
      <Button type="submit" size="small" name="step" value="undo" aria-label={t('changes.undo.of', { when })}>
        {t('word.undo')}
      </Button>
      <span className={styles.note}>{undoNote}</span>
    </PageForm>
  )
}
