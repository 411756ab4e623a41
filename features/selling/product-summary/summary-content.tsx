import { paths } from '#web/paths.ts'
import { NewWindowLabel, Text } from '#shui/text/text.tsx'
import type { TextModel } from '#shui/text/text-model.ts'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { useTexts } from '#texts/context.tsx'
import type { ListingSummary } from './summary-view.ts'

interface SummaryContentProps {
  summary: ListingSummary
  /** Whether a listing or product was requested, known or not. */
  isAsked: boolean
}

/** The frame's content. Class names are from `summary-frame.css`, since the frame is a separate document. */
export function SummaryContent({ summary, isAsked }: SummaryContentProps) {
  const { t } = useTexts()
  return (
    <>
      <h1 id="title" tabIndex={-1}>
        <VisuallyHidden>{t('summary.title')}</VisuallyHidden>
      </h1>
      {/* Without a request there are no figures. */}
      {isAsked ? (
        <dl>
          <Figure label={t('summary.typical')} text={summary.displayPrice} name="price" />
          <Figure label={t('summary.range')} text={summary.additionalPrice} />
          <Figure label={t('insights.shipping')} text={summary.logisticsCost} />
        </dl>
      ) : null}
      <p className="banner">
        <Text text={summary.bannerStatus} />
      </p>
      {summary.epid ? <InsightsLink epid={summary.epid} /> : null}
    </>
  )
}

function Figure({ label, text, name }: { label: string; text: TextModel; name?: string }) {
  return (
    <div className={name}>
      <dt>{label}</dt>
      <dd>
        <Text text={text} />
      </dd>
    </div>
  )
}

/** Asks the parent to open the insights; without script or frame, a link. */
function InsightsLink({ epid }: { epid: string }) {
  const { t } = useTexts()
  return (
    <a className="insights" href={paths.productInsights(epid)} target="_blank" rel="noopener" data-insights="">
      {t('insights.title')}
      <span data-new-window="">
        <NewWindowLabel />
      </span>
    </a>
  )
}

export function SummaryProblem({ text, link }: { text: string; link?: { text: string; url: string } }) {
  const { t } = useTexts()
  return (
    <>
      <h1 id="title" tabIndex={-1}>
        <VisuallyHidden>{t('summary.title')}</VisuallyHidden>
      </h1>
      <p className="banner">{text}</p>
      {link ? (
        <a className="insights" href={link.url} target="_blank" rel="noopener">
          {link.text}
          <NewWindowLabel />
        </a>
      ) : null}
    </>
  )
}
