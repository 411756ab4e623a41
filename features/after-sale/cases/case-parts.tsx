import { PageLink } from '#web/page-link.tsx'
import styles from './case-view.module.css'

/** A labelled fact; a total stands below a line. */
export interface FactModel {
  label: string
  text: string
  isTotal?: boolean
}

export function Facts({ facts }: { facts: readonly FactModel[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, text, isTotal }) => (
        <div key={label} className={isTotal ? styles.total : undefined}>
          <dt>{label}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export interface HistoryModel {
  key: string
  text: string
  by: string | null
  time: string
  dateTime: string
}

export function History({ history }: { history: readonly HistoryModel[] }) {
  return (
    <ol className={styles.history}>
      {history.map(({ key, text, by, time, dateTime }) => (
        <li key={key}>
          <time dateTime={dateTime}>{time}</time>
          <span>
            <span dir="auto">{text}</span>
            {by ? <bdi className={styles.by}>{by}</bdi> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

export interface SoldModel {
  orderNumber: string
  orderHref: string
  title: string
  sku?: string | null
  image: string | null
  facts: FactModel[]
}

export function Sold({ sold: { title, sku, image, orderNumber, orderHref, facts } }: { sold: SoldModel }) {
  return (
    <>
      <div className={styles.item}>
        {image ? <img src={image} alt="" width={56} height={56} /> : null}
        <div>
          <p dir="auto">{title}</p>
          {sku ? <p className={styles.quiet}>{sku}</p> : null}
          <p>
            <PageLink to={orderHref} className={styles.link}>
              {orderNumber}
            </PageLink>
          </p>
        </div>
      </div>
      <Facts facts={facts} />
    </>
  )
}
