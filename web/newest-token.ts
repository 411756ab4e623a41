/** Member and seller that a token is for (`form-token.server.ts`); empty while nobody is signed in. */
const readerIn = (token: string) => token.split('.')[1] ?? ''

/** The token to send in place of the page's own, which is of a session that may have ended since. */
export function newestToken(ofPage: string): string {
  const { token } = document.documentElement.dataset
  return token !== undefined && isForSameReader(token, ofPage) ? token : ofPage
}

/** Sends `token` from now on. It is kept on the document, where code that is loaded without this module finds it. */
export function renewToken(token: string): void {
  document.documentElement.dataset.token = token
}

/** Whether two tokens are for the same member and seller: what one of them typed must not be sent as another. */
export function isForSameReader(token: string, other: string): boolean {
  return readerIn(token) === readerIn(other)
}
