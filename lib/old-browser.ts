/**
 * Minimum browser versions of the client code, each for all browsers of that engine. The build targets them
 * (`buildTarget`), and `e2e/browser-support.test.ts` detects newer calls.
 */
export const supportedFrom = { chrome: 114, firefox: 125, safari: 17 } as const

/** The same in the format of Vite and Rolldown: `['chrome114', …]`. */
export const buildTarget: string[] = Object.entries(supportedFrom).map(([name, version]) => `${name}${version}`)

/** Characters of `User-Agent` examined: enough to identify a browser, and a bound for hostile input. */
const longestLooked = 400

/**
 * Whether a `User-Agent` names an unsupported browser. Unknown agents count as supported, so the notice appears only
 * when certain. The patterns are unambiguous, hence linear; a version must end with a dot, since the text may be
 * truncated.
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
  const safari = /Version\/(\d+)(?:\.[\d.]*)? (?:Mobile(?:\/\S+)? )?Safari\//.exec(looked)
  return safari !== null && Number(safari[1]) < supportedFrom.safari
}
