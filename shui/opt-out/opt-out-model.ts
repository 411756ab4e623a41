import type { FeedbackLinkModel } from '../feedback-link/feedback-link.tsx'
import type { TextInput } from '../text/text-model.ts'

/** One view of the dialog: a heading, paragraphs, and the words on its buttons. */
export interface OptOutView {
  header: TextInput
  body?: TextInput | readonly TextInput[] | null
  actions: { primary: TextInput; secondary?: TextInput | null }
}

/** The specification's opt-out view model. */
export interface OptOutModel {
  /** Given, it must not be empty. */
  id?: string
  /** The link that opens the dialog. A `NAV` action is where it leads without JavaScript. */
  linkConfig: TextInput
  /** The first view: primary switches, secondary cancels. */
  optOutInfo: OptOutView
  /** After the switch: primary goes to the previous tool. */
  optOutSuccess: OptOutView
  /** After a failure: primary closes. */
  optOutFailed: OptOutView
  /** Names the cross, and the cancel button where the first view has no secondary action. */
  cancelOptout?: TextInput | null
  /** The second action after the switch. */
  feedbackConfig?: FeedbackLinkModel | null
  /** Must be on the page's own origin: it receives the token. */
  optOutUrl?: string | null
  /** On the page's own origin, or on one that is allowed. */
  previousToolUrl?: string | null
  /** Said while the request runs; the kit's word for it by default. */
  waiting?: TextInput | null
}

/** The paragraphs of a view, which may be one or none. */
export function optOutParagraphs({ body }: OptOutView): readonly TextInput[] {
  if (body === null || body === undefined) return []
  return isList(body) ? body : [body]
}

const isList = (body: TextInput | readonly TextInput[]): body is readonly TextInput[] => Array.isArray(body)

export const defaultOptOutUrl = '/sh/optout'
export const defaultPreviousToolUrl = '/sh/ovw'
