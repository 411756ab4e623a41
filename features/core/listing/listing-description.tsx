import styles from './listing-description.module.css'

/** Description as buyers see it. The server has sanitized the HTML. */
export function ListingDescription({ html }: { html: string }) {
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
