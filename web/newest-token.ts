/** Member and seller of a token (`form-token.server.ts`); empty if signed out. */
const readerIn = (token: string) => token.split('.')[1] ?? ''

/** Token to send in place of the page's, whose session may have ended. */
export function newestToken(ofPage: string): string {
  const { token } = document.documentElement.dataset
  return token !== undefined && isForSameReader(token, ofPage) ? token : ofPage
}

/** Sets the token to send from now on. Stored on the document, where code loaded without this module finds it. */
export function renewToken(token: string): void {
  document.documentElement.dataset.token = token
}

/** Whether two tokens have the same member and seller; input must not be sent as another's. */
export function isForSameReader(token: string, other: string): boolean {
  return readerIn(token) === readerIn(other)
}
