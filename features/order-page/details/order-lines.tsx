import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { LineModel } from '#features/order-page/read/order-lines-view.ts'
import styles from './order-lines.module.css'

export function OrderLines({ lines }: { lines: readonly LineModel[] }) {
  const { t } = useTexts()
  const hasAmounts = lines.some(({ amounts }) => amounts !== null)
  return (
    <div className={styles.frame}>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('word.item')}</th>
            <th scope="col">{t('word.status')}</th>
            <th scope="col" className={styles.number}>
              {t('word.qty')}
            </th>
            {hasAmounts ? (
              <>
                <th scope="col" className={styles.number}>
                  {t('word.price')}
                </th>
                <th scope="col" className={styles.number}>
                  {t('word.total')}
                </th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ line }: { line: LineModel }) {
  const { t } = useTexts()
  return (
    <tr>
      <th scope="row" className={styles.item}>
        {line.image ? (
          <img src={line.image} alt="" width={40} height={40} loading="lazy" className={styles.picture} />
        ) : null}
        <span>
          {line.href === null ? (
            <span dir="auto">{line.title}</span>
          ) : (
            <PageLink to={line.href} className={styles.title} dir="auto">
              {line.title}
            </PageLink>
          )}
          <span className={styles.facts}>{line.facts.join(' · ')}</span>
          {line.parts.map((part) => (
            <span key={part} className={styles.facts} dir="auto">
              {part}
            </span>
          ))}
          {line.offer ? (
            <PageLink to={line.offer.href} className={styles.facts}>
              {line.offer.text}
            </PageLink>
          ) : null}
        </span>
      </th>
      <td className={styles.state}>
        <Status {...line.fulfilment} />
        {[line.units, line.refunded].map((fact) =>
          fact ? (
            <span key={fact} className={styles.facts}>
              {fact}
            </span>
          ) : null,
        )}
      </td>
      <td className={styles.number}>
        <span className={styles.label}>{t('word.qty')} </span>
        {line.quantity}
      </td>
      {line.amounts ? (
        <>
          <td className={styles.number}>
            <span className={styles.label}>{t('word.price')} </span>
            {line.amounts.unitPrice}
          </td>
          <td className={styles.number}>
            <span className={styles.label}>{t('word.total')} </span>
            {line.amounts.total}
          </td>
        </>
      ) : null}
    </tr>
  )
}
