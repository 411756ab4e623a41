import { useRef, type ReactNode, type SyntheticEvent } from 'react'
import { useRouteLoaderData } from '#web/router/router.ts'
import styles from './sign-in-layout.module.css'

/** Milliseconds during which a form is not resubmitted: longer than an impatient second click. */
const sentOnceIn = 5_000

/**
 * Prevents double submission. The browser would show only the second response, "already used", although the first one
 * succeeded.
 */
function useSentOnce() {
  const last = useRef(-sentOnceIn)
  return (event: SyntheticEvent) => {
    if (event.timeStamp - last.current < sentOnceIn) event.preventDefault()
    else last.current = event.timeStamp
  }
}

export function SignInLayout({
  hub,
  title,
  heading = title,
  intro,
  children,
}: {
  hub: string
  title: string
  /** The displayed title, if it is more than plain text. */
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
