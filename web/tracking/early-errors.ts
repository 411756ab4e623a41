type FailureEvent = ErrorEvent | PromiseRejectionEvent

declare global {
  interface Window {
    /** What has failed in this page so far, until the tracker takes it. */
    hubEarlyErrors?: FailureEvent[]
  }
}

/**
 * The first script of a tracked page, in itself: keeps what fails before the client code is there, or while it comes, in
 * browsers of any age.
 */
export const keepEarlyErrors = `(function(w){w.hubEarlyErrors=[];function keep(e){var k=w.hubEarlyErrors;k&&k.length<50&&k.push(e)}
w.addEventListener('error',keep);w.addEventListener('unhandledrejection',keep)})(window)`

/** What was kept; nothing is from then on. */
export function takeEarlyErrors(): FailureEvent[] {
  const kept = window.hubEarlyErrors ?? []
  delete window.hubEarlyErrors
  return kept
}
