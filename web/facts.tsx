import { PageLink } from './page-link.tsx'
import styles from './facts.module.css'

export interface FactModel {
  label: string
  text: string
  href?: string | null
}

export function Facts({ facts }: { facts: readonly FactModel[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, text, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{href ? <PageLink to={href}>{text}</PageLink> : text}</dd>
        </div>
      ))}
    </dl>
  )
}
