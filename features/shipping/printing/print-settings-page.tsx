import { SubmitRow } from '#web/submit-row.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { formBaseline, lostUpdateAnswer, lockSettings } from '#web/form-baseline.server.ts'
import { refused } from '#web/form-answer.ts'
import { listingForm } from '#web/form-body.server.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader, type SellerActionArgs } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { listBins, replaceBins } from './bins-db.server.ts'
import { readBins, writeBins, type Bin } from './bins.ts'
import { labelFormat, labelFormats } from './label-formats.ts'
import { papers } from './page-format.ts'
import { readPrintSettings, savePrintSettings } from './print-settings-db.server.ts'
import { maxPrefixLength, maxSenderLength, maxTaxNumberLength, maxTextLength, textLines } from './print-settings.ts'
import styles from './print-settings.module.css'

await loadTexts('printing')

export const loader = sellerLoader('orders.ship', async ({ read, seller, texts, url }) => {
  const { settings, bins } = await read(async (db) => ({
    settings: await readPrintSettings(db, seller, textsFor(texts.locale, seller.timeZone)),
    bins: await listBins(db, seller.id),
  }))
  return {
    settings: { ...settings, sender: settings.sender.lines.join('\n') },
    begun: { settings: formBaseline(settings), bins: formBaseline(inOrder(bins)) },
    shop: seller.displayName,
    bins: writeBins(bins),
    saved: url.searchParams.get('done') === 'saved',
  }
})

export const action = sellerAction(
  'orders.ship',
  (args) => (oneOf(args.form, 'intent', ['bins']) ? saveBins(args) : saveSettings(args)),
  listingForm,
)

type Field =
  | 'sender'
  | 'slipText'
  | 'paper'
  | 'labelFormat'
  | 'invoicePrefix'
  | 'taxNumber'
  | 'invoiceText'
  | 'bins'
  | 'begun'
  | 'binsBegun'

const done = () => redirect(withQuery(paths.printSettings, { done: 'saved' }), { status: 303 })

/** Counts characters as the database does: an emoji is one. */
const isLonger = (text: string, most: number) => [...text].length > most

async function saveSettings({ form, seller, member, texts, write }: SellerActionArgs) {
  const { t } = texts
  const [sender, slipText, paper] = [textOf(form, 'sender'), textOf(form, 'slipText'), oneOf(form, 'paper', papers)]
  const format = labelFormat(textOf(form, 'labelFormat'))
  const invoice = {
    prefix: textOf(form, 'invoicePrefix'),
    taxNumber: textOf(form, 'taxNumber'),
    text: textOf(form, 'invoiceText'),
  }
  const values = {
    sender,
    slipText,
    ...(paper ? { paper } : {}),
    ...(format ? { labelFormat: format.id } : {}),
    invoicePrefix: invoice.prefix,
    taxNumber: invoice.taxNumber,
    invoiceText: invoice.text,
  }
  const errors = {
    ...(isLonger(sender, maxSenderLength) ? { sender: t('printing.error.long', { n: maxSenderLength }) } : {}),
    ...(isLonger(slipText, maxTextLength) ? { slipText: t('printing.error.long', { n: maxTextLength }) } : {}),
    ...(isLonger(invoice.prefix, maxPrefixLength)
      ? { invoicePrefix: t('printing.error.long', { n: maxPrefixLength }) }
      : {}),
    ...(isLonger(invoice.taxNumber, maxTaxNumberLength)
      ? { taxNumber: t('printing.error.long', { n: maxTaxNumberLength }) }
      : {}),
    ...(isLonger(invoice.text, maxTextLength) ? { invoiceText: t('printing.error.long', { n: maxTextLength }) } : {}),
    ...(paper ? {} : { paper: t('settings.error.choice') }),
    ...(format ? {} : { labelFormat: t('settings.error.choice') }),
  }
  if (Object.keys(errors).length > 0 || !paper || !format)
    return refused<Field>(errors, { ...values, begun: textOf(form, 'begun') })
  const settings = { sender: textLines(sender).join('\n'), slipText, paper, labelFormat: format.id, invoice }
  const changed = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'orders.ship')
    const present = await readPrintSettings(db, seller, textsFor(texts.locale, seller.timeZone))
    const wanted = { ...present, ...settings, sender: { ...present.sender, lines: textLines(sender) } }
    const problem = lostUpdateAnswer(form, { present, wanted }, texts)
    if (!problem) await savePrintSettings(db, seller.id, settings)
    return problem
  })
  return changed ? refused<Field>({ form: changed }, values) : done()
}

/** Sorts bins, so that two lists compare equal in any order. */
const inOrder = (bins: readonly Bin[]) => bins.map(({ sku, bin }) => `${sku}\t${bin}`).toSorted()

const maxListed = 5

async function saveBins({ form, seller, member, texts, write }: SellerActionArgs) {
  const { t } = texts
  const text = secretOf(form, 'bins')
  const { bins, problems } = readBins(text)
  if (problems.length > 0) {
    const named = problems.slice(0, maxListed).map(({ line, problem }) => t(`printing.bins.${problem}`, { line }))
    const more = problems.length - named.length
    return refused<Field>(
      { bins: [...named, ...(more > 0 ? [t('printing.bins.more', { n: more })] : [])].join(' ') },
      { bins: text, binsBegun: textOf(form, 'begun') },
    )
  }
  const changed = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'orders.ship')
    const problem = lostUpdateAnswer(
      form,
      { present: inOrder(await listBins(db, seller.id)), wanted: inOrder(bins) },
      texts,
    )
    if (!problem) await replaceBins(db, seller.id, bins)
    return problem
  })
  return changed ? refused<Field>({ bins: changed }, { bins: text }) : done()
}

export default function PrintSettingsPage() {
  const { settings, begun, shop, bins, saved } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const values = answer?.values ?? {}
  return (
    <>
      <PageHead title={t('printing.settings')} done={saved && !answer ? t('printing.settings.saved') : null} />
      <DocumentForm className={styles.form}>
        <input type="hidden" name="begun" value={values.begun ?? begun.settings} />
        <FormErrors errors={answer?.errors} />
        <TextAreaField
          label={t('printing.settings.sender')}
          hint={t('printing.settings.sender.hint', { shop })}
          {...fieldOf('sender', answer?.errors, values.sender ?? settings.sender)}
          autoComplete="street-address"
        />
        <TextAreaField
          label={t('printing.settings.slipText')}
          hint={t('printing.settings.slipText.hint')}
          {...fieldOf('slipText', answer?.errors, values.slipText ?? settings.slipText)}
        />
        <SelectField
          label={t('printing.settings.paper')}
          {...fieldOf('paper', answer?.errors, values.paper ?? settings.paper)}
          width="medium"
          options={papers.map((paper) => ({ value: paper, label: t(`printing.paper.${paper}`) }))}
        />
        <SelectField
          label={t('printing.labelFormat')}
          {...fieldOf('labelFormat', answer?.errors, values.labelFormat ?? settings.labelFormat)}
          width="medium"
          options={labelFormats.map(({ id }) => ({ value: id, label: t(`printing.format.${id}`) }))}
        />
        <TextField
          label={t('printing.settings.invoicePrefix')}
          hint={t('printing.settings.invoicePrefix.hint')}
          {...fieldOf('invoicePrefix', answer?.errors, values.invoicePrefix ?? settings.invoice.prefix)}
          width="short"
        />
        <TextField
          label={t('printing.taxNumber.tax')}
          hint={t('printing.settings.taxNumber.hint')}
          {...fieldOf('taxNumber', answer?.errors, values.taxNumber ?? settings.invoice.taxNumber)}
          width="medium"
        />
        <TextAreaField
          label={t('printing.settings.invoiceText')}
          hint={t('printing.settings.invoiceText.hint')}
          {...fieldOf('invoiceText', answer?.errors, values.invoiceText ?? settings.invoice.text)}
        />
        <SubmitRow kind="primary">{t('common.save')}</SubmitRow>
      </DocumentForm>
      <div className={styles.bins}>
        <Section title={t('printing.bins')}>
          <DocumentForm className={styles.form}>
            <input type="hidden" name="begun" value={values.binsBegun ?? begun.bins} />
            <TextAreaField
              label={t('printing.bins.list')}
              hint={t('printing.bins.hint')}
              {...fieldOf('bins', answer?.errors, values.bins ?? bins)}
              rows={10}
              spellCheck={false}
            />
            <SubmitRow name="intent" value="bins">
              {t('printing.bins.save')}
            </SubmitRow>
          </DocumentForm>
        </Section>
      </div>
    </>
  )
}
