/** The form posted by a toast's button, so that a notice can send the same without script. */
export interface ToastAct {
  label: string
  url: string
  fields: readonly (readonly [name: string, value: string])[]
}

/** A message about a completed step, shown for ten seconds at the bottom. */
export interface ToastModel {
  /** "3 listings put on hold". */
  text: string
  /** Secondary text: "2 are skipped: out of stock". */
  note?: string | null
  /** `bad` for failures; stays until closed. */
  tone?: 'good' | 'bad'
  act?: ToastAct | null
  link?: { label: string; href: string } | null
}

/** Milliseconds until a toast expires. */
export const toastStays = 10_000

/** Fired on `window`; handled by `Toasts`. */
export const toastEvent = 'shui-toast'

/** Shows a toast if the page has a `Toasts`. */
export function showToast(toast: ToastModel): void {
  window.dispatchEvent(new CustomEvent<ToastModel>(toastEvent, { detail: toast }))
}
