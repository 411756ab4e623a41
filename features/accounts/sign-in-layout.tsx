import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import styles from './sign-in-layout.module.css'

/** The plain page of those who are not signed in: the hub's mark and name, a title, and one thing to do. */
export function SignInLayout({
  hub,
  title,
  intro,
  children,
}: {
  hub: string
  title: string
  intro?: string | null
  children: ReactNode
}) {
  const logo = useRouteLoaderData<{ brand: { logoUrl: string | null } }>('root')?.brand.logoUrl
  return (
    <main className={styles.page} id="content">
      <title>{`${title} · ${hub}`}</title>
      <div className={styles.card}>
        <p className={styles.hub}>
          {logo ? (
            <img className={styles.logo} src={logo} alt="" height={22} />
          ) : (
            <span className={styles.mark} aria-hidden="true">
              {[...hub][0]?.toUpperCase()}
            </span>
          )}
          {hub}
        </p>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {intro ? <p className={styles.intro}>{intro}</p> : null}
        {children}
      </div>
    </main>
  )
}
