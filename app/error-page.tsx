import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from '#web/router/router.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './error-page.module.css'
import { paths, isAtOrBelow, places } from '#web/paths.ts'
import { failureOfAnswer, type Failure } from './failures.ts'

/** Failures that a reload fixes. */
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
  // A failed fetch; its message depends on the browser.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) return 'unreachable'
  return isRouteErrorResponse(error) ? failureOfAnswer(error) : 'unknown'
}

/** Explains an error and what to do next; unknown errors show the reference in the log. */
export function ErrorPage() {
  const error = useRouteError()
  const { t } = useTexts()
  const { pathname, search } = useLocation()
  const root = useRouteLoaderData<() => Promise<{ requestId: string }>>('root')
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
          // `target` makes the browser load a new document, possibly from another hub version.
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

/** A link to continue; for a missing item, the list that would contain it. */
function wayOut(failure: Failure, pathname: string) {
  if (failure === 'notFound' && isAtOrBelow(paths.orders, pathname))
    return { href: paths.orders, words: 'error.toOrders' } as const
  if (failure === 'notFound' && isAtOrBelow(places.listings, pathname))
    return { href: paths.listings.active, words: 'error.toListings' } as const
  return { href: paths.home, words: 'error.toStart' } as const
}
