import { useRef, type ReactNode, type SyntheticEvent } from 'react'
import { useRouteLoaderData } from 'react-router'
import styles from './sign-in-layout.module.css'

/** Milliseconds in which the same form is not sent again: longer than a double click, or a second one of somebody impatient. */
const sentOnceIn = 5_000

/**
 * Keeps a form from being sent twice. The browser shows the answer to the second one alone: that the code, or the link, has been used,
 * where the first one had let its member in.
 */
function useSentOnce() {
  const last = useRef(-sentOnceIn)
  return (event: SyntheticEvent) => {
    if (event.timeStamp - last.current < sentOnceIn) event.preventDefault()
    else last.current = event.timeStamp
  }
}

/** The plain page of those who are not signed in: the hub's mark and name, a title, and one thing to do. */
export function SignInLayout({
  hub,
  title,
  heading = title,
  intro,
  children,
}: {
  hub: string
  title: string
  /** The title as the page shows it, where that is more than words. */
  heading?: ReactNode
  intro?: string | null
  children: ReactNode
}) {
  const sentOnce = useSentOnce()
  const logo = useRouteLoaderData<{ brand: { logoUrl: string | null } }>('root')?.brand.logoUrl
  return (
    <main className={styles.page} id="content">
      <title>{`${title} · ${hub}`}</title>
      <div className={styles.card} onSubmit={sentOnce}>
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
          {heading}
        </h1>
        {intro ? <p className={styles.intro}>{intro}</p> : null}
        {children}
      </div>
    </main>
  )
}
