type FailureEvent = ErrorEvent | PromiseRejectionEvent

declare global {
  interface Window {
    hubEarlyErrors?: FailureEvent[]
  }
}

/**
 * First script of a tracked page, self-contained: records errors before the client code has loaded, in browsers of any
 * age.
 */
export const keepEarlyErrors = `(function(w){w.hubEarlyErrors=[];function keep(e){var k=w.hubEarlyErrors;k&&k.length<50&&k.push(e)}
w.addEventListener('error',keep);w.addEventListener('unhandledrejection',keep)})(window)`

/** Returns the recorded errors and stops recording. */
export function takeEarlyErrors(): FailureEvent[] {
  const kept = window.hubEarlyErrors ?? []
  delete window.hubEarlyErrors
  return kept
}
