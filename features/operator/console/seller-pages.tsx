import { ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import type { Texts } from '#texts/texts.ts'
import styles from './operator-page.module.css'

export type SellerPagesModel = ReturnType<typeof sellerPages>

/** Paging links; `at` returns the URL of a page by its offset. */
export function sellerPages(
  { offset, limit, rows, total }: { offset: number; limit: number; rows: number; total: number },
  at: (offset: number) => string,
  { t }: Texts,
) {
  const end = offset + rows
  return {
    // "1–50 of 3,095 sellers"; null where the list is empty.
    shown: rows > 0 ? t('operator.shown', { from: offset + 1, to: end, total }) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    next: end < total && rows > 0 ? at(offset + limit) : null,
  }
}

export function SellerPages({ shown, previous, next }: SellerPagesModel) {
  const { t } = useTexts()
  return (
    <nav className={styles.pages} aria-label={t('operator.pages')}>
      <p role="status">{shown}</p>
      {previous ? <ButtonLink href={previous}>{t('grid.previousPage')}</ButtonLink> : null}
      {next ? <ButtonLink href={next}>{t('word.nextPage')}</ButtonLink> : null}
    </nav>
  )
}
