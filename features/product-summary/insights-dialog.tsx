import { useEffect, useState } from 'react'
import { paths } from '#web/paths.ts'
import { useReading } from '#web/use-reading.ts'
import { Dialog } from '#shui/dialog/dialog.tsx'
import { useTexts } from '#texts/context.tsx'
import type { loader } from './product-insights-page.tsx'
import { ProductInsights } from './product-insights.tsx'

interface InsightsDialogProps {
  epid: string
  /** The condition that is looked at first. */
  condition: string | null
  onClose: () => void
}

/** The product insights over the page that asked for them, which stays as it is. */
export function InsightsDialog({ epid, condition, onClose }: InsightsDialogProps) {
  const { t } = useTexts()
  const first = paths.productInsights(epid, condition || undefined)
  const [url, open] = useState(first)
  const { load, data, state } = useReading<typeof loader>()
  useEffect(() => {
    void load(url)
  }, [load, url])
  const insights = data?.insights
  const missing = data && !insights
  return (
    <Dialog title={insights?.title ?? t('insights.title')} onClose={onClose} busy={state !== 'idle'} wide>
      {insights ? <ProductInsights model={insights} onCondition={open} /> : null}
      {missing ? <p>{t('insights.unknown.body', { epid })}</p> : null}
      {data ? null : <p role="status">{t('summary.waiting')}</p>}
    </Dialog>
  )
}
