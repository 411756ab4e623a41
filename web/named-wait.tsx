import { Suspense, use, type ReactNode } from 'react'
import { useLocation } from '#web/router/router.ts'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { useTexts } from '#texts/context.tsx'
import styles from './named-wait.module.css'
import type { Waited } from './named-wait.server.ts'
import { wholePageHref } from './whole-page.ts'
import { PageLink } from './page-link.tsx'

export interface NamedWaitProps<T> {
  /** From a loader's `withHeadStart`. */
  value: Waited<T>
  /** Name of the part: "Sales". */
  part: string
  placeholder: ReactNode
  /** Wraps the notice shown if the part failed, usually in its section. */
  renderMissing: (notice: ReactNode) => ReactNode
  children: (value: T) => ReactNode
}

/**
 * A part of a page that may arrive later. Renders available values at once and otherwise a placeholder;
 * `[data-waiting]:not([data-arrived] ~ *)` can hide what follows. Shows timeouts and failures in place, with a retry.
 */
export function NamedWait<T>({ value, placeholder, ...rest }: NamedWaitProps<T>) {
  if ('state' in value) return <Ended outcome={value} {...rest} />
  return (
    <div>
      <Suspense fallback={null}>
        <div data-arrived="">
          <Arriving outcome={value} {...rest} />
        </div>
      </Suspense>
      <div className={styles.placeholder} data-waiting="">
        {placeholder}
        <WithoutScripts />
      </div>
    </div>
  )
}

/** Streamed parts need a script; without, links to the page in one piece. */
function WithoutScripts() {
  const { t } = useTexts()
  return (
    <noscript>
      <a href={wholePageHref(useLocation())} className={styles.again}>
        {t('wait.whole')}
      </a>
    </noscript>
  )
}

type EndedProps<T> = Omit<NamedWaitProps<T>, 'value' | 'placeholder'>

function Arriving<T>({ outcome, ...rest }: EndedProps<T> & { outcome: Promise<WaitOutcome<T>> }) {
  return <Ended outcome={use(outcome)} {...rest} />
}

function Ended<T>({ outcome, part, renderMissing, children }: EndedProps<T> & { outcome: WaitOutcome<T> }) {
  if (outcome.state === 'ready') return children(outcome.value)
  return renderMissing(<Missing part={part} state={outcome.state} />)
}

function Missing({ part, state }: { part: string; state: 'timed-out' | 'failed' }) {
  const { t } = useTexts()
  const { pathname, search } = useLocation()
  return (
    <div className={styles.missing} role="status">
      <p>{t(state === 'timed-out' ? 'wait.timedOut' : 'wait.failed', { part })}</p>
      <PageLink to={pathname + search} preventScrollReset className={styles.again}>
        {t('wait.again')}
      </PageLink>
    </div>
  )
}
