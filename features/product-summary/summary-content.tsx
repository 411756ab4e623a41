import { paths } from '#web/paths.ts'
import { Text } from '#shui/text/text.tsx'
import type { TextModel } from '#shui/text/text-model.ts'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { useTexts } from '#texts/context.tsx'
import type { ListingSummary } from './summary-view.ts'

/** What the frame shows of a summary. Class names are those of `summary-frame.css`: the frame is a document of its own. */
export function SummaryContent({ summary }: { summary: ListingSummary }) {
  const { t } = useTexts()
  return (
    <>
      <h1 id="title" tabIndex={-1}>
        <VisuallyHidden>{t('summary.title')}</VisuallyHidden>
      </h1>
      {/* Before a product is known there are no figures to leave empty. */}
      {summary.epid ? (
        <dl>
          <Figure label={t('summary.typical')} text={summary.displayPrice} name="price" />
          <Figure label={t('summary.range')} text={summary.additionalPrice} />
          <Figure label={t('summary.shipping')} text={summary.logisticsCost} />
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

/** Framed, it asks the parent to open the insights; without script or frame it is a link to them. */
function InsightsLink({ epid }: { epid: string }) {
  const { t } = useTexts()
  return (
    <a className="insights" href={paths.productInsights(epid)} target="_blank" rel="noopener" data-insights="">
      {t('summary.insights')}
      <span data-new-window="">
        <VisuallyHidden> ({t('common.newWindow')})</VisuallyHidden>
      </span>
    </a>
  )
}

/** Why the frame shows no summary, and what helps. */
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
          <VisuallyHidden> ({t('common.newWindow')})</VisuallyHidden>
        </a>
      ) : null}
    </>
  )
}
