import { Button } from '#shui/button/button.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { SaleLineModel, SaleModel } from './sale-page.server.ts'
import styles from './sale-page.module.css'

/** The listings of a sale with their prices; of a draft, those that are ticked can be taken out. */
export function SaleLines({ sale }: { sale: SaleModel }) {
  const { t } = useTexts()
  const { lines, isDraft, givesPrices, seesMoney, unable, version } = sale
  const hasFloors = lines.some(({ floor }) => floor !== '')
  const hasNotes = lines.some(({ problem, notes }) => problem !== null || notes.length > 0)
  const table = (
    <CardTable
      head={t('orders.column.item')}
      label={t('saleEvents.listings', { n: sale.count })}
      columns={[
        { key: 'price', label: t('saleEvents.column.price'), isNumber: true },
        { key: 'sale', label: t(givesPrices ? 'saleEvents.column.sale' : 'saleEvents.column.lowest'), isNumber: true },
        ...(givesPrices ? [{ key: 'was', label: t('saleEvents.column.was'), isNumber: true }] : []),
        ...(seesMoney ? [{ key: 'profit', label: t('saleEvents.column.profit'), isNumber: true }] : []),
        ...(hasFloors ? [{ key: 'floor', label: t('saleEvents.column.floor'), isNumber: true }] : []),
        ...(hasNotes ? [{ key: 'notes', label: t('saleEvents.column.notes'), isWords: true }] : []),
      ]}
      rows={lines.map((line, index) => ({
        key: line.key,
        name: <Name line={line} isTickable={isDraft && lines[index - 1]?.item !== line.item} />,
        cells: [
          line.price,
          line.sale,
          ...(givesPrices ? [line.was] : []),
          ...(seesMoney ? [line.isLoss ? <span className={styles.loss}>{line.profit}</span> : line.profit] : []),
          ...(hasFloors ? [line.floor] : []),
          ...(hasNotes ? [<Notes key="notes" line={line} />] : []),
        ],
      }))}
    />
  )
  if (!isDraft) return table
  return (
    <PageForm className={styles.body}>
      <input type="hidden" name="version" value={version} />
      {table}
      <div className={styles.actions}>
        <Button type="submit" name="step" value="remove">
          {t('saleEvents.remove')}
        </Button>
        {unable > 0 ? (
          <Button type="submit" name="step" value="removeUnable">
            {t('saleEvents.removeUnable', { n: unable })}
          </Button>
        ) : null}
      </div>
    </PageForm>
  )
}

function Name({ line, isTickable }: { line: SaleLineModel; isTickable: boolean }) {
  const { t } = useTexts()
  const { item, title, variation, href } = line
  return (
    <span className={styles.name}>
      {isTickable ? (
        <input type="checkbox" name="item" value={item} aria-label={t('saleEvents.choose', { title })} />
      ) : null}
      <span>
        <PageLink to={href} dir="auto">
          {title}
        </PageLink>
        {variation === '' ? null : (
          <span className={styles.variation} dir="auto">
            {variation}
          </span>
        )}
      </span>
    </span>
  )
}

const Notes = ({ line: { problem, notes } }: { line: SaleLineModel }) => (
  <>
    {problem === null ? null : <p className={styles.problem}>{problem}</p>}
    {notes.map((note) => (
      <p key={note} className={styles.lineNote}>
        {note}
      </p>
    ))}
  </>
)
