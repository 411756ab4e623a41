import type { Texts } from '#texts/texts.ts'

export type PagesModel = NonNullable<ReturnType<typeof pagesModel>>

/** "Page 2 of 3" and the links beside it; null if all is on one page, and that is shown. */
export function pagesModel(
  { page, last, href }: { page: number; last: number; href: (page: number) => string },
  { t, number }: Texts,
) {
  if (last <= 1 && page === 1) return null
  return {
    text: t('uploads.page', { page: number(page), pages: number(last) }),
    previous: page > 1 ? href(Math.min(page - 1, last)) : null,
    next: page < last ? href(page + 1) : null,
  }
}
