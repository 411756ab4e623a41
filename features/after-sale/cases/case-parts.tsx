import { Facts, type FactModel } from '#features/machinery/grid/fact-rows.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './case-view.module.css'

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
