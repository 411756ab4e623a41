import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button } from '#shui/button/button.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { momentWords } from '#texts/moment-words.ts'
import { oneOf } from '#lib/form-fields.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect, useLoaderData } from '#web/router/router.ts'
import { readStop, setStop } from '#features/selling/price-watch/price-rules-db.server.ts'
import styles from './price-rule.module.css'

await loadTexts('price-rules')

export const loader = sellerLoader('listings.edit', async ({ hub, read, seller, texts }) => {
  const stoppedAt = await read((db) => readStop(db, seller.id))
  return { stopped: stoppedAt && momentWords(stoppedAt, hub.now(), textsFor(texts.locale, seller.timeZone)) }
})

/** Stops all rules of the seller, or lets them go on. */
export const action = sellerAction('listings.edit', async ({ form, hub, seller, write }) => {
  const step = oneOf(form, 'step', ['stop', 'restart'])
  if (step === null) throw refuse('malformed')
  await write((db) => setStop(db, seller.id, step === 'stop' ? hub.now() : null))
  return redirect(paths.priceRules, { status: 303 })
})

export default function PriceRulesStopPage() {
  const { stopped } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t(stopped ? 'priceRules.restart' : 'priceRules.stop')}
        before={<BackToList href={paths.priceRules}>{t('priceRules.title')}</BackToList>}
      />
      <PageForm className={styles.form}>
        <p className={styles.note}>{stopped ? t('priceRules.stopped', { when: stopped }) : t('priceRules.running')}</p>
        <div>
          <Button type="submit" name="step" value={stopped ? 'restart' : 'stop'} kind="primary">
            {t(stopped ? 'priceRules.restart' : 'priceRules.stop')}
          </Button>
        </div>
      </PageForm>
    </>
  )
}
