import { hideContacts } from '#features/core/policy-pack/hide-contacts.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import type { Texts } from '#texts/texts.ts'

/** Shows messages of a question: without contact details, where the marketplace hides them. */
export const readableText =
  ({ maskContactData }: Pick<PolicyPack, 'maskContactData'>, { t }: Pick<Texts, 't'>) =>
  (text: string): string =>
    maskContactData ? hideContacts(text, t('talk.hidden')) : text
