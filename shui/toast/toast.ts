/** What a toast's button posts: a form, so that whoever has no script can send the same from a notice. */
export interface ToastAct {
  /** "Undo". */
  label: string
  url: string
  fields: readonly (readonly [name: string, value: string])[]
}

/** A step that was taken, said for ten seconds over the lower edge of the page. */
export interface ToastModel {
  /** "3 listings put on hold". */
  text: string
  /** Quiet, behind it: "2 are skipped: out of stock". */
  note?: string | null
  /** `bad` for what did not work; it stays until it is closed. */
  tone?: 'good' | 'bad'
  act?: ToastAct | null
  link?: { label: string; href: string } | null
}

/** Milliseconds that a toast stays while nobody points at it. */
export const toastStays = 10_000

/** Fired on `window`; `Toasts` listens. */
export const toastEvent = 'shui-toast'

/** Shows a toast, where a `Toasts` is on the page. */
export function showToast(toast: ToastModel): void {
  window.dispatchEvent(new CustomEvent<ToastModel>(toastEvent, { detail: toast }))
}
