import type { Hub } from './hub.ts'

/** The operator's accent as a page's style, in light and dark; null where the configuration, which checks its colours, has none. */
export function accentStyle({ accent, accentDark }: Hub['config']['brand']): string | null {
  if (accent === null) return null
  const dark = accentDark ?? accent
  return `:root{--shui-accent:${accent}}[data-theme='dark']{--shui-accent:${dark}}@media (prefers-color-scheme:dark){[data-theme='auto']{--shui-accent:${dark}}}`
}
