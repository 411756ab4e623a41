import { createContext, useContext, useMemo, type ComponentType, type MouseEventHandler, type ReactNode } from 'react'
import type { CookieJar } from './cookie-jar.ts'
import { defaultLabels, type ShuiLabels } from './labels.ts'

/** Props the kit passes to a link; compatible with a plain `<a>`. */
export interface ShuiLinkProps {
  href: string
  children?: ReactNode
  className?: string
  id?: string
  target?: string
  rel?: string
  title?: string
  lang?: string
  dir?: string
  'aria-current'?: 'page' | 'true'
  'aria-label'?: string
  'aria-describedby'?: string
  /** For links that are options of a listbox. */
  role?: 'option'
  tabIndex?: -1
  'aria-selected'?: boolean
  onClick?: MouseEventHandler<HTMLAnchorElement>
  /** Receives presses of the middle button, which browsers do not report as clicks. */
  onAuxClick?: MouseEventHandler<HTMLAnchorElement>
}

/** Services provided by the page. Each has a default. */
export interface ShuiServices {
  /** The router's link; `<a>` by default. */
  Link: ComponentType<ShuiLinkProps>
  labels: ShuiLabels
  /** BCP 47 locale for numbers and money in models. */
  locale: string
  /** Receives an action's `tracking` unchanged when it fires. */
  onTracking: (tracking: unknown) => void
  /** Receives the name of an `OPERATION` that has no `onAction` of its own. */
  onAction: (name: string) => void
  /** Null for the browser's (`browserCookies`). */
  cookies: CookieJar | null
  fetch: typeof globalThis.fetch
  /** Navigates without a history entry. */
  replaceLocation: (url: string) => void
  token: string | null
  /** Receives errors the specification sends to `console.error`. */
  logError: (message: string) => void
}

function PlainLink(props: ShuiLinkProps) {
  return <a {...props} />
}

const defaults: ShuiServices = {
  Link: PlainLink,
  labels: defaultLabels,
  locale: 'en',
  onTracking: () => {},
  onAction: () => {},
  cookies: null,
  fetch: (...args) => globalThis.fetch(...args),
  replaceLocation: (url) => globalThis.location.replace(url),
  token: null,
  // eslint-disable-next-line no-console -- the specification requires console output
  logError: (message) => console.error(message),
}

const ShuiContext = createContext<ShuiServices>(defaults)

/** Overrides the defaults or an outer provider's services; labels are merged. */
export type ShuiProviderProps = Partial<Omit<ShuiServices, 'labels'>> & {
  labels?: Partial<ShuiLabels>
  children?: ReactNode
}

/** Provides services to the kit's components. Each needs a stable identity. */
export function ShuiProvider({ children, labels, ...given }: ShuiProviderProps) {
  const outer = useContext(ShuiContext)
  const { Link, locale, onTracking, onAction, cookies, fetch, replaceLocation, token, logError } = {
    ...outer,
    ...given,
  }
  const services = useMemo(
    () => ({
      Link,
      locale,
      onTracking,
      onAction,
      cookies,
      fetch,
      replaceLocation,
      token,
      logError,
      labels: labels ? { ...outer.labels, ...labels } : outer.labels,
    }),
    [Link, locale, onTracking, onAction, cookies, fetch, replaceLocation, token, logError, labels, outer.labels],
  )
  return <ShuiContext value={services}>{children}</ShuiContext>
}

export function useShui(): ShuiServices {
  return useContext(ShuiContext)
}
