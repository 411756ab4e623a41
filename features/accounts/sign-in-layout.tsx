import type { ReactNode } from 'react'
import styles from './sign-in-layout.module.css'

/** The plain page of those who are not signed in: the hub's name, a title, and one thing to do. */
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
  return (
    <main className={styles.page} id="content">
      <title>{`${title} · ${hub}`}</title>
      <div className={styles.card}>
        <p className={styles.hub}>{hub}</p>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {intro ? <p className={styles.intro}>{intro}</p> : null}
        {children}
      </div>
    </main>
  )
}

/** What has just been done, said to eyes and ears. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.done}>
      {children}
    </p>
  )
}
