import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './uploads.module.css'

export interface PagesModel {
  text: string
  previous: string | null
  next: string | null
}

/** Links to the pages before and after; nothing if all rows are on one page. */
export function Pages({ label, pages }: { label: string; pages: PagesModel | null }) {
  const { t } = useTexts()
  if (!pages) return null
  const { text, previous, next } = pages
  return (
    <LinkRow
      label={label}
      text={text}
      links={[
        ...(previous ? [{ href: previous, text: t('grid.previousPage') }] : []),
        ...(next ? [{ href: next, text: t('grid.nextPage') }] : []),
      ]}
    />
  )
}

interface LinkRowProps {
  label: string
  text?: string
  links: readonly { href: string; text: string }[]
}

export const LinkRow = ({ label, text, links }: LinkRowProps) => (
  <nav className={styles.pages} aria-label={label}>
    {text === undefined ? null : <span>{text}</span>}
    {links.map(({ href, text: words }) => (
      <PageLink key={href} to={href}>
        {words}
      </PageLink>
    ))}
  </nav>
)
