import { data, type HeadersArgs } from '#web/router/router.ts'
import type { Texts } from '#texts/texts.ts'

/** Errors of a form: a text by field id, or `form` for the whole form. */
export type FieldErrors<Field extends string> = { [field in Field]?: string } & { form?: string }

/** Errors and typed values of a rejected form, without secrets. */
export interface FormAnswer<Field extends string> {
  errors: FieldErrors<Field>
  values: { [field in Field]?: string }
}

export const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0

/** Returns the form with errors; 422. */
export function refused<Field extends string>(errors: FieldErrors<Field>, values: FormAnswer<Field>['values'] = {}) {
  return data<FormAnswer<Field>>({ errors, values }, { status: 422 })
}

type TooManyText = 'accounts.error.tooMany' | 'accounts.signIn.tooMany' | 'accounts.code.error.tooMany'

/** Retry time in seconds for `Retry-After`, and as text. */
export function retryAfter(
  retryAt: Date,
  { now, texts, text = 'accounts.error.tooMany' }: { now: Date; texts: Texts; text?: TooManyText },
): { seconds: number; text: string } {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000))
  return { seconds, text: texts.t(text, { minutes: Math.ceil(seconds / 60) }) }
}

/** Returns the form with a retry time in `text`; 429 with `Retry-After`. */
export function rateLimited<Field extends string>(
  { retryAt }: { retryAt: Date },
  { values = {}, ...when }: { now: Date; texts: Texts; text?: TooManyText; values?: FormAnswer<Field>['values'] },
) {
  const { seconds, text } = retryAfter(retryAt, when)
  const errors: FieldErrors<Field> = {}
  errors.form = text
  return data<FormAnswer<Field>>({ errors, values }, { status: 429, headers: { 'Retry-After': String(seconds) } })
}

/** `headers` of a route whose action sets some (`Retry-After`); the router would drop them. */
export function actionHeaders({ actionHeaders: headers }: HeadersArgs): Headers {
  return headers
}

/**
 * Validates an e-mail address like `type="email"`, plus letters of all alphabets. Rejects what a mail server could
 * parse as two addresses or a display name.
 */
export function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && !/[\s,;:<>()[\]"\\]/.test(text) && /^[^@]+@[^@.]+(\.[^@.]+)*$/.test(text)
}
