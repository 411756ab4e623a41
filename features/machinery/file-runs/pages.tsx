import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { PagesModel } from './pages-model.ts'
import styles from './uploads.module.css'

interface PagesProps {
  label: string
  pages: PagesModel | null
  /** The rows are below others, and stay in sight. */
  keepsScroll?: boolean
}

/** Links to the pages before and after; nothing if all rows are on one page. */
export function Pages({ label, pages, keepsScroll }: PagesProps) {
  const { t } = useTexts()
  if (!pages) return null
  const { text, previous, next } = pages
  return (
    <LinkRow
      label={label}
      keepsScroll={keepsScroll}
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
  keepsScroll?: boolean
  text?: string
  links: readonly { href: string; text: string }[]
}

export const LinkRow = ({ label, text, links, keepsScroll }: LinkRowProps) => (
  <nav className={styles.pages} aria-label={label}>
    {text === undefined ? null : <span>{text}</span>}
    {links.map(({ href, text: words }) => (
      <PageLink key={href} to={href} preventScrollReset={keepsScroll}>
        {words}
      </PageLink>
    ))}
  </nav>
)
