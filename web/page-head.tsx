import type { ReactNode } from 'react'
import { PageTitle, type PageTitleProps } from '#shui/header/page-title.tsx'
import { Done } from './done.tsx'
import { PageName } from './page-name.tsx'

interface PageHeadProps extends Omit<PageTitleProps, 'title'> {
  title: string
  /** In the browser's tab, where it is not the title. */
  name?: string
  /** What the step that led here has done. */
  done?: ReactNode
}

/** The top of a page: its name in the browser's tab, its title with what can be done on it, and what has just been done. */
export function PageHead({ title, name = title, done, ...head }: PageHeadProps) {
  return (
    <>
      <PageName name={name} />
      <PageTitle title={title} {...head} />
      {done ? <Done>{done}</Done> : null}
    </>
  )
}
