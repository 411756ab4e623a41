import { data, useLoaderData } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { sellerLoader } from '#web/guard.server.ts'
import { Empty } from '#shui/empty/empty.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { readInsights } from './insights.server.ts'
import { ProductInsights } from './product-insights.tsx'
import styles from './product-insights.module.css'

/** Insights for the query's EPID; also loaded by the form's dialog. */
export const loader = sellerLoader('amounts.view', async ({ hub, read, seller, url, texts: reader }) => {
  const epid = url.searchParams.get('epid')?.trim() ?? ''
  const condition = url.searchParams.get('condition')
  if (epid === '') return { epid, insights: null }
  const request = { epid, condition, currency: seller.currency, now: hub.now() }
  const texts = textsFor(reader.locale, seller.timeZone)
  const insights = await read((db) => readInsights(db, request, texts))
  return insights ? { epid, insights } : data({ epid, insights }, { status: 404 })
})

export default function ProductInsightsPage() {
  const { epid, insights } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <div className={styles.page}>
      <PageHead
        name={insights ? `${insights.title} – ${t('insights.title')}` : t('insights.title')}
        title={insights?.title ?? t('insights.title')}
        note={insights ? `${t('insights.title')}, ${insights.epid}` : null}
      />
      {insights ? <ProductInsights model={insights} /> : <NoInsights epid={epid} />}
    </div>
  )
}

function NoInsights({ epid }: { epid: string }) {
  const { t } = useTexts()
  return epid === '' ? (
    <Empty title={t('insights.none.title')} hint={t('insights.none.body')} />
  ) : (
    <Empty title={t('insights.unknown.title')} hint={t('insights.unknown.body', { epid })} />
  )
}
