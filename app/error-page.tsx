import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { ButtonLink } from '#shui/button/button.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './error-page.module.css'
import { paths, liesIn, places } from '#web/paths.ts'
import { failureOfAnswer, type Failure } from './failures.ts'
import type { loader as rootLoader } from './root.tsx'

/** What is over once the page is loaded anew. */
const again: ReadonlySet<Failure> = new Set<Failure>([
  'token',
  'malformed',
  'outdated',
  'tooMany',
  'busy',
  'unreachable',
  'unknown',
])

function failureOf(error: unknown): Failure {
  // A browser's fetch that had no answer; browsers name it differently.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) return 'unreachable'
  return isRouteErrorResponse(error) ? failureOfAnswer(error) : 'unknown'
}

/** What went wrong, in words, and what to do next; unknown failures with the reference that is in the log. */
export function ErrorPage() {
  const error = useRouteError()
  const { t } = useTexts()
  const { pathname, search } = useLocation()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const failure = failureOf(error)
  const out = wayOut(failure, pathname)
  const said = isRouteErrorResponse(error) ? (error.data as { reference?: string; address?: string } | null) : null
  const reference = said?.reference || root?.requestId
  return (
    <div className={styles.page}>
      <PageHead title={t(`error.${failure}.title`)} />
      <p>{t(`error.${failure}.body`, { address: said?.address ?? '' })}</p>
      {(failure === 'unknown' || failure === 'busy') && reference ? (
        <p className={styles.reference}>
          {t('error.unknown.reference')}: <code>{reference}</code>
        </p>
      ) : null}
      <p className={styles.out}>
        {again.has(failure) ? (
          // With a target it is the browser that goes there: the hub may be another one by now.
          <ButtonLink kind="primary" href={pathname + search} target="_self">
            {t('error.reload')}
          </ButtonLink>
        ) : null}
        {failure === 'signedOut' ? (
          <ButtonLink kind="primary" href={paths.signIn}>
            {t('error.toSignIn')}
          </ButtonLink>
        ) : (
          <ButtonLink kind={again.has(failure) ? 'secondary' : 'primary'} href={out.href}>
            {t(out.words)}
          </ButtonLink>
        )}
      </p>
    </div>
  )
}

/** Where somebody goes on; who has not found what should be at an address, in the list that it would be in. */
function wayOut(failure: Failure, pathname: string) {
  if (failure === 'notFound' && liesIn(paths.orders, pathname))
    return { href: paths.orders, words: 'error.toOrders' } as const
  if (failure === 'notFound' && liesIn(places.listings, pathname))
    return { href: paths.listings.active, words: 'error.toListings' } as const
  return { href: paths.home, words: 'error.toStart' } as const
}
