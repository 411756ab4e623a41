import { paths } from '#web/paths.ts'
import type { FeedbackLinkModel } from '#shui/feedback-link/feedback-link.tsx'
import type { OptOutModel } from '#shui/opt-out/opt-out-model.ts'
import type { Locale, Texts } from '#texts/texts.ts'
import type { OperatorOptOut } from './opt-out-file.ts'

interface OptOutInput {
  texts: Texts
  brandName: string
  /** The side area's feedback link, from which this one's address comes; null where there is none. */
  feedback: FeedbackLinkModel | null
  operator: OperatorOptOut
}

/** The opt-out link and its dialog: the hub's own words in the reader's language, and over them the operator's. */
export function optOutModel({ texts, brandName, feedback, operator }: OptOutInput): OptOutModel {
  const { t } = texts
  const { locales = {}, ...forAll } = operator
  return {
    // Without JavaScript the link leads to a page that does the same.
    linkConfig: { text: t('optOut.link'), action: { type: 'NAV', URL: paths.switchTool } },
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
      actions: { primary: t('optOut.failed.close') },
    },
    cancelOptout: t('optOut.cancel'),
    waiting: t('optOut.waiting'),
    feedbackConfig: feedback && {
      ...feedback,
      subject: t('optOut.feedback.subject', { brand: brandName }),
      body: t('optOut.feedback.body'),
    },
    optOutUrl: paths.optOut,
    previousToolUrl: paths.overview,
    ...forAll,
    ...locales[texts.locale as Locale],
  }
}
