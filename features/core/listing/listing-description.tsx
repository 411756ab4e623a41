import styles from './listing-description.module.css'

/** A listing's description as its buyers read it. The HTML is safe: the server made it so. */
export function ListingDescription({ html }: { html: string }) {
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
