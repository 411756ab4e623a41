import type { SellerArgs } from '#web/guard.server.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withSearch } from '#web/paths.ts'
import type { PrintRun } from './print-runs-db.server.ts'

interface PrintToolsProps {
  visit: Pick<SellerArgs, 'srt' | 'url'>
  run: PrintRun
  title: string
  printed: string
  texts: Texts
}

/** Toolbar above the sheets, on screen only: print, undo, back. */
export function PrintTools({ visit, run, title, printed, texts: { t } }: PrintToolsProps) {
  const from = visit.url.searchParams.get('from') ?? ''
  const list = withSearch(paths.orders, from)
  return (
    <>
      <div>
        <h1>{title}</h1>
        <p>{t('printing.printedBy', { name: run.printed_by, at: printed })}</p>
      </div>
      <div className="tools-actions">
        <a href={run.order_number ? paths.orderDetails(run.order_number) : list}>
          {run.order_number ? t('printing.backToOrder') : t('printing.backToOrders')}
        </a>
        <form method="post" action={paths.printRun(run.id, { from })}>
          <input type="hidden" name="srt" value={visit.srt} />
          <input type="hidden" name="intent" value="forget" />
          <button type="submit">{t('printing.forget')}</button>
        </form>
        <button type="button" className="primary" data-print="">
          {t('printing.print')}
        </button>
      </div>
    </>
  )
}
