import type { ReactNode } from 'react'
import { PageTitle, type PageTitleProps } from '#shui/header/page-title.tsx'
import { Done } from './done.tsx'
import { PageName } from './page-name.tsx'

interface PageHeadProps extends Omit<PageTitleProps, 'title'> {
  title: string
  name?: string
  done?: ReactNode
}

export function PageHead({ title, name = title, done, ...head }: PageHeadProps) {
  return (
    <>
      <PageName name={name} />
      <PageTitle title={title} {...head} />
      {done ? <Done>{done}</Done> : null}
    </>
  )
}
