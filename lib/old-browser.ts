/**
 * The first versions the client code runs in. Each counts for all that share its engine's numbering. What is built is
 * built for these (`buildTarget`), and `e2e/browser-support.test.ts` finds calls that are younger.
 */
export const supportedFrom = { chrome: 114, firefox: 125, safari: 17 } as const

/** The same, as Vite and Rolldown want it: `['chrome114', …]`. */
export const buildTarget: string[] = Object.entries(supportedFrom).map(([name, version]) => `${name}${version}`)

/**
 * Whether a `User-Agent` names a browser that the client code does not run in. What is not recognised, as a crawler or a
 * tool, counts as new: the notice is shown only where it is sure to be true.
 */
export function isOldBrowser(userAgent: string | null | undefined): boolean {
  if (!userAgent) return false
  if (/MSIE |Trident\/|Edge\/1\d|Opera Mini|Presto\//.test(userAgent)) return true
  const ios = /(?:iPhone|iPad|iPod).* OS (\d+)_/.exec(userAgent)
  if (ios) return Number(ios[1]) < supportedFrom.safari
  const chrome = /(?:Chrome|Chromium|CriOS)\/(\d+)/.exec(userAgent)
  if (chrome) return Number(chrome[1]) < supportedFrom.chrome
  const firefox = /Firefox\/(\d+)/.exec(userAgent)
  if (firefox) return Number(firefox[1]) < supportedFrom.firefox
  const safari = /Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//.exec(userAgent)
  return safari !== null && Number(safari[1]) < supportedFrom.safari
}
