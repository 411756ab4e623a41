import { useMemo } from 'react'
import { ShuiProvider, useShui } from '../context.tsx'
import type { CookieJar } from '../cookie-jar.ts'
import { Tabs } from '../tabs/tabs.tsx'
import styles from './gallery-page.module.css'
import { gallery, type GalleryState } from './gallery.tsx'

export interface GalleryPageProps {
  /** Names of component and state; the first ones by default. `Everything` shows all that can be combined. */
  component?: string | null
  state?: string | null
  href: (component: string, state?: string) => string
  /** Both by default; components shown alone use the first. */
  themes?: readonly ('light' | 'dark')[]
}

export const everything = 'Everything'

/** A component's states with their models. For development and tests. */
export function GalleryPage({ component, state, href, themes = ['light', 'dark'] }: GalleryPageProps) {
  if (component === everything) return <Everything themes={themes} />
  const entry = gallery.find(({ name }) => name === component) ?? gallery[0]
  if (entry === undefined) return null
  const chosen = entry.states.find(({ name }) => name === state) ?? entry.states[0]
  const nav = (text: string, URL: string, active: boolean) => ({
    label: { text, action: { type: 'NAV' as const, URL } },
    active,
  })
  const states = entry.alone ? entry.states.filter((one) => one === chosen) : entry.states
  return (
    <div className={styles.page}>
      <Tabs
        label="Components"
        tabs={[
          ...gallery.map(({ name }) => nav(name, href(name), name === entry.name)),
          nav(everything, href(everything), false),
        ]}
      />
      {entry.alone && entry.states.length > 1 ? (
        <Tabs
          label="States"
          tabs={entry.states.map((one) => nav(one.name, href(entry.name, one.name), one === chosen))}
        />
      ) : null}
      {states.map((one) => (
        <State key={`${entry.name}: ${one.name}`} state={one} themes={entry.alone ? themes.slice(0, 1) : themes} />
      ))}
    </div>
  )
}

function Everything({ themes }: { themes: readonly string[] }) {
  return (
    <div className={styles.page}>
      {gallery
        .filter(({ over }) => !over)
        .flatMap(({ name, states }) =>
          states.map((one) => (
            <State key={`${name}: ${one.name}`} state={{ ...one, name: `${name}: ${one.name}` }} themes={themes} />
          )),
        )}
    </div>
  )
}

function State({ state, themes }: { state: GalleryState; themes: readonly string[] }) {
  return (
    <section className={styles.state} aria-label={state.name}>
      <h2 className={styles.name}>{state.name}</h2>
      <div className={styles.themes}>
        {themes.map((theme) => (
          <div key={theme} className={styles.theme} data-theme={theme}>
            <Fresh>{state.element}</Fresh>
          </div>
        ))}
      </div>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <pre className={styles.model} tabIndex={0} aria-label={`Model of ${state.name}`} role="region">
        {JSON.stringify(state.model, readable, 2)}
      </pre>
    </section>
  )
}

/** Simulates a page load: no shared state, nothing stored. */
function Fresh({ children }: { children: React.ReactNode }) {
  const { locale } = useShui()
  const cookies = useMemo<CookieJar>(() => ({ read: () => null, write: () => true }), [])
  return (
    <ShuiProvider cookies={cookies} locale={locale}>
      {children}
    </ShuiProvider>
  )
}

const readable = (key: string, value: unknown): unknown => {
  if (key === 'icon') return '(icon)'
  return typeof value === 'object' && value !== null && '$$typeof' in value ? '(element)' : value
}
