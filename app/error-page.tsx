import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { PageTitle } from '#shui/header/page-title.tsx'
import { PageName } from '#web/page-name.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './error-page.module.css'
import { paths } from '#web/paths.ts'
import { readRefusal, type Refusal } from '#web/refusals.ts'
import type { loader as rootLoader } from './root.tsx'

type Failure =
  | 'notFound'
  | 'forbidden'
  | 'origin'
  | 'token'
  | 'signedOut'
  | 'tooLarge'
  | 'malformed'
  | 'outdated'
  | 'tooMany'
  | 'busy'
  | 'unreachable'
  | 'unknown'

const failures: Record<Refusal, Failure> = {
  malformed: 'malformed',
  'signed-out': 'signedOut',
  forbidden: 'forbidden',
  origin: 'origin',
  token: 'token',
  'not-found': 'notFound',
  'not-possible-now': 'outdated',
  'too-large': 'tooLarge',
  'too-many': 'tooMany',
}

function failureOf(error: unknown): Failure {
  // A browser's fetch that had no answer; browsers name it differently.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) return 'unreachable'
  if (!isRouteErrorResponse(error)) return 'unknown'
  const refusal = readRefusal(error.data)
  if (refusal) return failures[refusal]
  // What the router answers by itself has a status alone.
  if (error.status === 404) return 'notFound'
  return error.status === 503 ? 'busy' : 'unknown'
}

/** What went wrong, in words, and what to do next; unknown failures with the reference that is in the log. */
export function ErrorPage() {
  const error = useRouteError()
  const { t } = useTexts()
  const { pathname, search } = useLocation()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const failure = failureOf(error)
  const said = isRouteErrorResponse(error) ? (error.data as { reference?: string; address?: string } | null) : null
  const reference = said?.reference || root?.requestId
  return (
    <div className={styles.page}>
      <PageName name={t(`error.${failure}.title`)} />
      <PageTitle title={t(`error.${failure}.title`)} />
      <p>{t(`error.${failure}.body`, { address: said?.address ?? '' })}</p>
      {(failure === 'unknown' || failure === 'busy') && reference ? (
        <p className={styles.reference}>
          {t('error.unknown.reference')}: <code>{reference}</code>
        </p>
      ) : null}
      <p>
        {failure === 'unreachable' ? (
          <a href={pathname + search}>{t('error.reload')}</a>
        ) : failure === 'signedOut' ? (
          <a href={paths.signIn}>{t('error.toSignIn')}</a>
        ) : failure === 'notFound' && pathname.startsWith(`${paths.orders}/`) ? (
          <a href={paths.orders}>{t('error.toOrders')}</a>
        ) : (
          <a href={paths.home}>{t('error.toOverview')}</a>
        )}
      </p>
    </div>
  )
}
