import { Suspense, use, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { WaitOutcome } from '#lib/named-wait.ts'
import { useTexts } from '#texts/context.tsx'
import styles from './named-wait.module.css'
import type { Waited } from './named-wait.server.ts'
import { wholePageHref } from './whole-page.ts'
import { PageLink } from './page-link.tsx'

export interface NamedWaitProps<T> {
  /** From a loader: `withHeadStart`. */
  value: Waited<T>
  /** The part's name for people: "Sales". */
  part: string
  /** Stands in while the part is on its way. */
  placeholder: ReactNode
  /** Around what is said instead of a part that did not come: usually its section. */
  renderMissing: (notice: ReactNode) => ReactNode
  children: (value: T) => ReactNode
}

/**
 * A part of a page that may come later than the page. One that is there already is rendered at once; otherwise something
 * stands in until it streams in; what is below may be held back until then by `[data-waiting]:not([data-arrived] ~ *)`. One that takes too long or fails says so, in its own place, and offers to load again.
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

/** What streams in is put in its place by a script; without scripts the page can be had in one piece. */
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

/** What happened to a part that did not come, and the way to try again: the page's own address, also without scripts. */
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
