import { createContext, useContext, useMemo } from 'react'
import type { ComponentType, MouseEventHandler, ReactNode } from 'react'
import { browserCookies } from './cookie-jar.ts'
import type { CookieJar } from './cookie-jar.ts'
import { defaultLabels } from './labels.ts'
import type { ShuiLabels } from './labels.ts'

/** What the kit asks of a link; a plain `<a>` understands all of it. */
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
  /** For a link that is an option of a list which the keyboard goes through. */
  role?: 'option'
  tabIndex?: -1
  'aria-selected'?: boolean
  onClick?: MouseEventHandler<HTMLAnchorElement>
}

/** Everything the kit needs from the page around it. Each part has a plain default, so that none must be given. */
export interface ShuiServices {
  /** The router's link; `<a>` by default. */
  Link: ComponentType<ShuiLinkProps>
  labels: ShuiLabels
  /** BCP 47, for numbers and money in models. */
  locale: string
  /** Gets an action's `tracking`, untouched, when the action fires. */
  onTracking: (tracking: unknown) => void
  cookies: CookieJar
  fetch: typeof globalThis.fetch
  /** Leaves the page so that Back does not return to it. */
  replaceLocation: (url: string) => void
  /** The anti-forgery token; null where there is none. */
  token: string | null
  /** Where a contract asks for `console.error`. */
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
  cookies: browserCookies,
  fetch: (...args) => globalThis.fetch(...args),
  replaceLocation: (url) => globalThis.location.replace(url),
  token: null,
  // eslint-disable-next-line no-console -- the specification's errors go to the console by contract
  logError: (message) => console.error(message),
}

const ShuiContext = createContext<ShuiServices>(defaults)

/** Services given here replace the defaults (or those of an outer provider); labels are merged one by one. */
export type ShuiProviderProps = Partial<Omit<ShuiServices, 'labels'>> & {
  labels?: Partial<ShuiLabels>
  children?: ReactNode
}

/** Gives the kit's components what they need from the page. Give each service a stable identity. */
export function ShuiProvider({ children, labels, ...given }: ShuiProviderProps) {
  const outer = useContext(ShuiContext)
  const { Link, locale, onTracking, cookies, fetch, replaceLocation, token, logError } = { ...outer, ...given }
  const services = useMemo(
    () => ({
      Link,
      locale,
      onTracking,
      cookies,
      fetch,
      replaceLocation,
      token,
      logError,
      labels: labels ? { ...outer.labels, ...labels } : outer.labels,
    }),
    [Link, locale, onTracking, cookies, fetch, replaceLocation, token, logError, labels, outer.labels],
  )
  return <ShuiContext value={services}>{children}</ShuiContext>
}

/** The services of the nearest `ShuiProvider`, or the plain defaults. */
export function useShui(): ShuiServices {
  return useContext(ShuiContext)
}
