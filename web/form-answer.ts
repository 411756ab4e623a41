import { data, type HeadersArgs } from 'react-router'
import type { Texts } from '#texts/texts.ts'

/** What a form's page is told after a refusal: a text a field (or `form` for all of it), and what was typed, no secrets. */
export interface FormAnswer {
  errors: Record<string, string>
  values: Record<string, string>
}

/** Shows the form again with what is wrong; 422. */
export function refused(errors: Record<string, string>, values: Record<string, string> = {}) {
  return data<FormAnswer>({ errors, values }, { status: 422 })
}

type TooManyText = 'accounts.error.tooMany' | 'accounts.signIn.tooMany' | 'accounts.code.error.tooMany'

/** When to try again: in seconds for `Retry-After`, and in words. */
export function retryAfter(
  retryAt: Date,
  { now, texts, text = 'accounts.error.tooMany' }: { now: Date; texts: Texts; text?: TooManyText },
): { seconds: number; text: string } {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000))
  return { seconds, text: texts.t(text, { minutes: Math.ceil(seconds / 60) }) }
}

/** Shows the form again and says when to try again, by `text`; 429 with `Retry-After`. */
export function refusedForNow(
  { retryAt }: { retryAt: Date },
  { values = {}, ...when }: { now: Date; texts: Texts; text?: TooManyText; values?: Record<string, string> },
) {
  const { seconds, text } = retryAfter(retryAt, when)
  return data<FormAnswer>(
    { errors: { form: text }, values },
    { status: 429, headers: { 'Retry-After': String(seconds) } },
  )
}

/** `headers` of a route whose action sets some (`Retry-After`): the router drops them otherwise. */
export function actionHeaders({ actionHeaders: headers }: HeadersArgs): Headers {
  return headers
}

/** Whether this looks enough like an e-mail address to be asked for: what browsers take in `type="email"`. */
export function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text)
}
