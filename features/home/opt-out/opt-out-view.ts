import { paths } from '#web/paths.ts'
import type { FeedbackLinkModel } from '#shui/feedback-link/feedback-link.tsx'
import type { OptOutModel } from '#shui/opt-out/opt-out-model.ts'
import type { TextInput, TextModel } from '#shui/text/text-model.ts'
import type { Locale, Texts } from '#texts/texts.ts'
import { allowedOriginUrl, sameOriginUrl } from '#lib/url-safety.ts'
import { operatorFeedback, type OperatorOptOut, type OptOutOrigins } from './opt-out-file.ts'

interface OptOutInput {
  texts: Texts
  brandName: string
  /** The side area's feedback link, whose address is used; null if there is none. */
  feedback: FeedbackLinkModel | null
  operator: OperatorOptOut
}

/** The opt-out link and dialog: the hub's texts with the operator's merged over them. */
export function optOutModel({ texts, brandName, feedback, operator }: OptOutInput): OptOutModel {
  const { t } = texts
  const { locales = {}, ...forAll } = operator
  const { linkConfig, ...model }: OptOutModel = {
    linkConfig: t('optOut.link'),
    optOutInfo: {
      header: t('optOut.info.header'),
      body: [t('optOut.info.what'), t('optOut.info.back')],
      actions: { primary: t('optOut.info.switch'), secondary: t('optOut.info.stay') },
    },
    optOutSuccess: {
      header: t('optOut.success.header'),
      body: t('optOut.success.body'),
      actions: { primary: t('optOut.success.go'), secondary: t('optOut.success.feedback') },
    },
    optOutFailed: {
      header: t('optOut.failed.header'),
      body: t('optOut.failed.body'),
      actions: { primary: t('word.close') },
    },
    cancelOptout: t('word.cancel'),
    waiting: t('optOut.waiting'),
    optOutUrl: paths.optOut,
    previousToolUrl: paths.overview,
    ...forAll,
    ...locales[texts.locale as Locale],
  }
  return {
    linkConfig: leading(linkConfig),
    ...model,
    feedbackConfig: feedbackConfig({ texts, brandName, feedback, operator }),
  }
}

/** Merges the operator's feedback link over the hub's key by key, keeping the sender; null without an address. */
function feedbackConfig({ texts, brandName, feedback, operator }: OptOutInput): FeedbackLinkModel | null {
  const { t, locale } = texts
  const override = operatorFeedback(operator, locale as Locale)
  const subject = t('optOut.feedback.subject', { brand: brandName })
  const link = { ...feedback, subject, body: t('optOut.feedback.body'), ...override }
  return override !== null && link.to ? link : null
}

/** Without JavaScript the link leads to a page with the dialog's function. */
function leading(link: TextInput): TextModel {
  const model = typeof link === 'string' ? { text: link } : link
  return { ...model, action: model.action ?? { type: 'NAV', URL: paths.switchTool } }
}

/** URL of the previous tool, and whether it is on the hub's origin; the hub's own by default. */
export function previousToolOf(
  { previousToolUrl }: OptOutModel,
  { origin, allowedOrigins }: OptOutOrigins,
): { href: string; isOwn: boolean } {
  const url = allowedOriginUrl(previousToolUrl, origin, allowedOrigins)
  if (url === null) return { href: paths.overview, isOwn: true }
  const { pathname, search, hash } = new URL(url)
  const isOwn = sameOriginUrl(url, origin) !== null
  return { href: isOwn ? pathname + search + hash : url, isOwn }
}
