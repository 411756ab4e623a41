import { useEffect, useState } from 'react'
import { paths } from '#web/paths.ts'
import { ReadingStatus } from '#web/reading-status.tsx'
import { useReading } from '#web/use-reading.ts'
import { Dialog } from '#shui/dialog/dialog.tsx'
import { useTexts } from '#texts/context.tsx'
import type { InsightsModel } from './insights-view.server.ts'
import { ProductInsights } from './product-insights.tsx'

interface InsightsPage {
  insights: InsightsModel | null
}

interface InsightsDialogProps {
  epid: string
  /** The condition shown first. */
  condition: string | null
  onClose: () => void
}

export function InsightsDialog({ epid, condition, onClose }: InsightsDialogProps) {
  const { t } = useTexts()
  const first = paths.productInsights(epid, condition || undefined)
  const [url, open] = useState(first)
  const reading = useReading<InsightsPage>('../features/selling/product-summary/product-insights-page')
  const { load, data, isReading, isLost } = reading
  useEffect(() => {
    void load(url)
  }, [load, url])
  const insights = data?.insights
  const missing = data && !insights
  return (
    <Dialog title={insights?.title ?? t('insights.title')} onClose={onClose} busy={isReading} wide>
      {data && !isLost ? null : <ReadingStatus reading={reading} waiting={t('summary.waiting')} />}
      {insights ? <ProductInsights model={insights} onCondition={open} /> : null}
      {missing ? <p>{t('insights.unknown.body', { epid })}</p> : null}
    </Dialog>
  )
}
