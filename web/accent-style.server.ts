import type { Hub } from './hub.ts'

/**
 * The operator's accent colour as CSS for light and dark; null if none is configured. The configuration validates
 * colours.
 */
export function accentStyle({ accent, accentDark }: Hub['config']['brand']): string | null {
  if (accent === null) return null
  const dark = accentDark ?? accent
  return `:root{--shui-accent:${accent}}[data-theme='dark']{--shui-accent:${dark}}@media (prefers-color-scheme:dark){[data-theme='auto']{--shui-accent:${dark}}}`
}
