import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { useTexts } from '#texts/context.tsx'
import type { TextKey } from '#texts/texts.ts'
import styles from './error-page.module.css'
import { paths } from '#web/paths.ts'
import type { loader as rootLoader } from './root.tsx'

type Failure = 'notFound' | 'forbidden' | 'origin' | 'token' | 'signedOut' | 'tooLarge' | 'busy' | 'unknown'

function failureOf(error: unknown): Failure {
  if (!isRouteErrorResponse(error)) return 'unknown'
  if (error.status === 404) return 'notFound'
  if (error.status === 401) return 'signedOut'
  if (error.status === 413) return 'tooLarge'
  if (error.status === 503) return 'busy'
  if (error.status === 403) {
    const reason: unknown = error.data?.error
    return reason === 'token' || reason === 'origin' ? reason : 'forbidden'
  }
  return 'unknown'
}

/** What went wrong, in words, and what to do next; unknown failures with the reference that is in the log. */
export function ErrorPage() {
  const error = useRouteError()
  const { t } = useTexts()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const failure = failureOf(error)
  const said = isRouteErrorResponse(error) ? (error.data as { reference?: string; address?: string } | null) : null
  const reference = said?.reference || root?.requestId
  return (
    <div className={styles.page}>
      <title>{t(`error.${failure}.title`)}</title>
      <h1 className={styles.title} tabIndex={-1}>
        {t(`error.${failure}.title`)}
      </h1>
      <p>
        {failure === 'origin'
          ? t('error.origin.body', { address: said?.address ?? '' })
          : t(`error.${failure}.body` as TextKey)}
      </p>
      {(failure === 'unknown' || failure === 'busy') && reference ? (
        <p className={styles.reference}>
          {t('error.unknown.reference')}: <code>{reference}</code>
        </p>
      ) : null}
      <p>
        {failure === 'signedOut' ? (
          <a href={paths.signIn}>{t('error.toSignIn')}</a>
        ) : (
          <a href={paths.home}>{t('error.toOverview')}</a>
        )}
      </p>
    </div>
  )
}
