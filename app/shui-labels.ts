import { feedbackBadges } from '#lib/feedback-badge.ts'
import { recordOf } from '#lib/records.ts'
import type { ShuiLabels } from '#shui/labels.ts'
import type { Texts } from '#texts/texts.ts'

/** The kit's texts in the reader's language. The kit fills places such as `{label}`. */
export function shuiLabels({ t }: Texts): ShuiLabels {
  const colours = feedbackBadges.map(({ colour }) => colour)
  return {
    close: t('word.close'),
    newWindow: t('common.newWindow'),
    skipToMain: t('common.skipToContent'),
    mainNavigation: t('kit.mainNavigation'),
    sectionNavigation: t('kit.sectionNavigation'),
    sideArea: t('kit.sideArea'),
    menu: t('kit.menu'),
    moreIn: t('kit.moreIn', { label: '{label}' }),
    unread: t('kit.unread', { count: '{count}' }),
    feedbackScore: t('kit.feedbackScore', { score: '{score}' }),
    badges: recordOf(colours, (colour) => t(`kit.badge.${colour}`)),
    required: t('kit.required'),
    optional: t('kit.optional'),
    error: t('kit.error'),
    working: t('kit.working'),
    feedback: t('shell.feedback'),
    keys: {
      control: t('kit.key.control'),
      enter: t('kit.key.enter'),
      delete: t('kit.key.delete'),
      escape: t('kit.key.escape'),
    },
  }
}
