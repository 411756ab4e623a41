import { data, type HeadersArgs } from 'react-router'
import type { Texts } from '#texts/texts.ts'

/** What is wrong with a form of these fields: a text a field, by its id, or `form` for all of it. */
export type FieldErrors<Field extends string> = { [field in Field]?: string } & { form?: string }

/** What a form's page is told after a refusal, with what was typed, no secrets. */
export interface FormAnswer<Field extends string> {
  errors: FieldErrors<Field>
  values: { [field in Field]?: string }
}

/** Whether anything is wrong. */
export const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0

/** Shows the form again with what is wrong; 422. */
export function refused<Field extends string>(errors: FieldErrors<Field>, values: FormAnswer<Field>['values'] = {}) {
  return data<FormAnswer<Field>>({ errors, values }, { status: 422 })
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
export function refusedForNow<Field extends string>(
  { retryAt }: { retryAt: Date },
  { values = {}, ...when }: { now: Date; texts: Texts; text?: TooManyText; values?: FormAnswer<Field>['values'] },
) {
  const { seconds, text } = retryAfter(retryAt, when)
  const errors: FieldErrors<Field> = {}
  errors.form = text
  return data<FormAnswer<Field>>({ errors, values }, { status: 429, headers: { 'Retry-After': String(seconds) } })
}

/** `headers` of a route whose action sets some (`Retry-After`): the router drops them otherwise. */
export function actionHeaders({ actionHeaders: headers }: HeadersArgs): Headers {
  return headers
}

/**
 * Whether this looks enough like an e-mail address to be asked for: what browsers take in `type="email"`, and letters of all alphabets.
 * Nothing that a mail server, or who writes to it, would read as two addresses, or as a name beside one.
 */
export function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && !/[\s,;:<>()[\]"\\]/.test(text) && /^[^@]+@[^@.]+(\.[^@.]+)*$/.test(text)
}
