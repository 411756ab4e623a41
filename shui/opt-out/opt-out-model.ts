import type { FeedbackLinkModel } from '../feedback-link/feedback-link.tsx'
import { isString, listOf, optional, shape, type Is } from '../model-shape.ts'
import { isText } from '../text/read-text.ts'
import type { TextInput } from '../text/text-model.ts'

export interface OptOutView {
  header: TextInput
  body?: TextInput | readonly TextInput[] | null
  actions: { primary: TextInput; secondary?: TextInput | null }
}

/** The specification's opt-out view model. */
export interface OptOutModel {
  /** Must not be empty if set. */
  id?: string
  /** The link that opens the dialog. A `NAV` action is its target without JavaScript. */
  linkConfig: TextInput
  /** First view: primary switches, secondary cancels. */
  optOutInfo: OptOutView
  /** Success view: primary opens the previous tool. */
  optOutSuccess: OptOutView
  /** Failure view: primary closes. */
  optOutFailed: OptOutView
  /** Label of the close button, and of cancel if the first view has no secondary action. */
  cancelOptout?: TextInput | null
  feedbackConfig?: FeedbackLinkModel | null
  /** Must be same-origin: it receives the token. */
  optOutUrl?: string | null
  /** Same-origin or on an allowed origin. */
  previousToolUrl?: string | null
  /** Announced while the request runs; the kit's label by default. */
  waiting?: TextInput | null
}

const isView = shape({
  header: isText,
  body: optional((body) => isText(body) || listOf(isText)(body)),
  actions: shape({ primary: isText, secondary: optional(isText) }),
})

export const isOptOut: Is = shape({
  linkConfig: isText,
  optOutInfo: isView,
  optOutSuccess: isView,
  optOutFailed: isView,
  cancelOptout: optional(isText),
  optOutUrl: optional(isString),
  previousToolUrl: optional(isString),
  waiting: optional(isText),
})

export function optOutParagraphs({ body }: OptOutView): readonly TextInput[] {
  if (body === null || body === undefined) return []
  return isList(body) ? body : [body]
}

const isList = (body: TextInput | readonly TextInput[]): body is readonly TextInput[] => Array.isArray(body)

export const defaultOptOutUrl = '/sh/optout'
export const defaultPreviousToolUrl = '/sh/ovw'
