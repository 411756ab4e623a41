import { useShui } from './context.tsx'
import { browserCookies, type CookieJar } from './cookie-jar.ts'

/** The page's cookies, the browser's by default. Apart from the context, whose users mostly need none. */
export const useCookies = (): CookieJar => useShui().cookies ?? browserCookies
