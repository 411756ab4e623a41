import { PageLink } from './page-link.tsx'
import styles from './page-switch.module.css'

export interface SwitchLink {
  key: string | number
  to: string
  text: string
  /** What it stands for, if the text is an abbreviation. */
  title?: string | undefined
  active: boolean
}

/** Links between versions of a section, such as periods or currencies, so that each has a URL. */
export function PageSwitch({ label, links }: { label: string; links: readonly SwitchLink[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.links}>
        {links.map(({ key, to, text, title, active }) => (
          <li key={key}>
            <PageLink
              to={to}
              preventScrollReset
              className={styles.link}
              title={title}
              aria-current={active ? 'true' : undefined}
            >
              {text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
