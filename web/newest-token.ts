/** The anti-forgery token of the session that the browser has by now; null while that of its page is taken. */
let renewed: string | null = null

/** Member and seller that a token is for (`form-token.server.ts`); empty while nobody is signed in. */
const readerIn = (token: string) => token.split('.')[1] ?? ''

/** The token to send in place of the page's own, which is of a session that may have ended since. */
export function newestToken(ofPage: string): string {
  return renewed !== null && isForSameReader(renewed, ofPage) ? renewed : ofPage
}

/** Sends `token` from now on. */
export function renewToken(token: string): void {
  renewed = token
}

/** Whether two tokens are for the same member and seller: what one of them typed must not be sent as another. */
export function isForSameReader(token: string, other: string): boolean {
  return readerIn(token) === readerIn(other)
}
