import { ButtonForm } from '#web/button-form.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useLoaderData } from '#web/router/router.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { findBuyers, readErasures, requestErasure } from '#features/operator/erasure/erasures-db.server.ts'
import { runErasures } from '#features/operator/erasure/run-erasures.server.ts'
import { textOf } from '#lib/form-fields.ts'
import { Button } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import { operatorAction, operatorLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import styles from './operator-page.module.css'
import { erasureModels, foundBuyerModels } from './erase-buyer-view.ts'

await loadTexts('accounts')

/** Requests shown on the page. */
const shown = 20

export const loader = operatorLoader(async ({ hub, url, texts }) => {
  const buyer = (url.searchParams.get('buyer') ?? '').trim()
  const now = hub.now()
  const found = await findBuyers(hub.db.owner, { buyer, now })
  return {
    buyer,
    found: foundBuyerModels(found, texts),
    orders: found.reduce((sum, { orders }) => sum + orders, 0),
    begun: formBaseline(found.map(({ sellerId, buyerId }) => `${sellerId} ${buyerId}`)),
    isDone: url.searchParams.has('done'),
    erasures: erasureModels(await readErasures(hub.db.owner, { limit: shown, now }), texts),
  }
})

export const action = operatorAction(async ({ hub, form, signedIn }) => {
  const now = hub.now()
  const found = await findBuyers(hub.db.owner, { buyer: textOf(form, 'buyer'), now })
  // Erases only buyers named on the page.
  const begun = formBaseline(found.map(({ sellerId, buyerId }) => `${sellerId} ${buyerId}`))
  if (found.length === 0 || textOf(form, 'begun') !== begun) throw refuse('not-found')
  const key = await requestErasure(hub.db.owner, { buyers: found, requestedBy: signedIn.member.name, now })
  // The job retries what fails here.
  await runErasures(hub.db, now, {
    key,
    report: (err, seller) => hub.log.error({ err, seller }, 'could not erase buyer data; retrying at the next run'),
  })
  return redirect(paths.operatorEraseBuyer('done'), { status: 303 })
})

export default function EraseBuyerPage() {
  const { buyer, found, orders, begun, isDone, erasures } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('operator.erase')}
        before={<BackToList href={paths.operator}>{t('operator.back')}</BackToList>}
        done={isDone ? t('operator.erase.noted') : null}
      />
      <p className={styles.intro}>{t('operator.erase.intro')}</p>
      <form method="get" role="search" className={styles.search}>
        <TextField
          label={t('operator.erase.buyer')}
          name="buyer"
          type="search"
          maxLength={100}
          defaultValue={buyer}
          autoComplete="off"
          required
        />
        <Button type="submit">{t('grid.search')}</Button>
      </form>
      {buyer !== '' && found.length === 0 ? (
        <Empty title={t('operator.erase.none')} hint={t('operator.erase.none.hint')} />
      ) : null}
      {found.length > 0 ? (
        <Section title={t('operator.erase.hits')}>
          <CardTable
            label={t('operator.erase.hits')}
            head={t('operator.seller')}
            columns={[
              { key: 'username', label: t('operator.username') },
              { key: 'orders', label: t('word.orders'), isNumber: true },
              { key: 'addresses', label: t('operator.erase.addresses'), isNumber: true },
              { key: 'messages', label: t('word.messages'), isNumber: true },
              { key: 'cases', label: t('operator.erase.cases'), isNumber: true },
              { key: 'open', label: t('operator.erase.waitsFor') },
            ]}
            rows={found.map(({ key, seller, cells }) => ({ key, name: <bdi>{seller}</bdi>, cells }))}
          />
          <p className={styles.intro}>{t('operator.erase.kept')}</p>
          <ButtonForm as={DocumentForm} fields={{ buyer, begun }} kind="danger">
            {t('operator.erase.do', { n: orders })}
          </ButtonForm>
        </Section>
      ) : null}
      <Section title={t('operator.erase.requests')}>
        {erasures.length === 0 ? (
          <p className={styles.none}>{t('operator.erase.noRequests')}</p>
        ) : (
          <CardTable
            label={t('operator.erase.requests')}
            head={t('operator.erase.requested')}
            columns={[
              { key: 'by', label: t('operator.erase.by') },
              { key: 'seller', label: t('operator.seller') },
              { key: 'state', label: t('word.status') },
            ]}
            rows={erasures.map(({ key, requested, cells }) => ({ key, name: requested, cells }))}
          />
        )}
      </Section>
    </>
  )
}
