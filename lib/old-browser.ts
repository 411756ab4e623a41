/**
 * The first versions the client code runs in. Each counts for all that share its engine's numbering. What is built is
 * built for these (`buildTarget`), and `e2e/browser-support.test.ts` finds calls that are younger.
 */
export const supportedFrom = { chrome: 114, firefox: 125, safari: 17 } as const

/** The same, as Vite and Rolldown want it: `['chrome114', …]`. */
export const buildTarget: string[] = Object.entries(supportedFrom).map(([name, version]) => `${name}${version}`)

/** Characters of a `User-Agent` that are looked at: browsers say who they are in less, and anybody may send any length. */
const longestLooked = 400

/**
 * Whether a `User-Agent` names a browser that the client code does not run in. What is not recognised, as a crawler or a
 * tool, counts as new: the notice is shown only where it is sure to be true. No pattern can match one text in two ways,
 * so that none takes longer than the text is long; and a number ends with its point, for it may be cut off.
 */
export function isOldBrowser(userAgent: string | null | undefined): boolean {
  if (!userAgent) return false
  const looked = userAgent.slice(0, longestLooked)
  if (/MSIE |Trident\/|Edge\/1\d|Opera Mini|Presto\//.test(looked)) return true
  const ios = /iPhone|iPad|iPod/.test(looked) ? / OS (\d+)_/.exec(looked) : null
  if (ios) return Number(ios[1]) < supportedFrom.safari
  const chrome = /(?:Chrome|Chromium|CriOS)\/(\d+)\./.exec(looked)
  if (chrome) return Number(chrome[1]) < supportedFrom.chrome
  const firefox = /Firefox\/(\d+)\./.exec(looked)
  if (firefox) return Number(firefox[1]) < supportedFrom.firefox
  const safari = /Version\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\S+ )?Safari\//.exec(looked)
  return safari !== null && Number(safari[1]) < supportedFrom.safari
}
