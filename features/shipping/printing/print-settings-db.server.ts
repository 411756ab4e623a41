import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Texts } from '#texts/texts.ts'
import type { Seller } from '#web/signed-in.ts'
import { labelFormat, type LabelFormatId } from './label-formats.ts'
import type { Paper } from './page-format.ts'
import { textLines, usualPaper, type PrintSettings } from './print-settings.ts'

type Shop = Pick<Seller, 'id' | 'displayName' | 'country'>

/** Reads the print settings; defaults follow from the shop's country and address. */
export async function readPrintSettings(
  db: SellerDb,
  { id, displayName, country }: Shop,
  { t }: Pick<Texts, 't'>,
): Promise<PrintSettings> {
  const row = await selectOfSeller(db, 'print_settings', id).selectAll().executeTakeFirst()
  const paper = row?.paper ?? usualPaper(country)
  return {
    sender: { name: displayName, lines: textLines(row?.sender ?? ''), country },
    slipText: row?.slip_text ?? t('printing.slip.thanks', { shop: displayName }),
    paper,
    labelFormat: labelFormat(row?.label_format)?.id ?? (paper === 'A4' ? 'a4-2x7' : 'letter-2x5'),
    invoice: { prefix: row?.invoice_prefix ?? '', taxNumber: row?.tax_number ?? '', text: row?.invoice_text ?? '' },
  }
}

interface KeptSettings {
  sender: string
  slipText: string
  paper: Paper
  labelFormat: LabelFormatId
  invoice: PrintSettings['invoice']
}

/** Saves the print settings; they apply to reprints too. */
export async function savePrintSettings(db: SellerDb, sellerId: number, settings: KeptSettings): Promise<void> {
  const { sender, slipText: slip_text, paper, labelFormat: label_format, invoice } = settings
  const values = {
    sender,
    slip_text,
    paper,
    label_format,
    invoice_prefix: invoice.prefix,
    tax_number: invoice.taxNumber,
    invoice_text: invoice.text,
  }
  await db
    .insertInto('print_settings')
    .values({ seller_id: sellerId, ...values })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(values))
    .execute()
}
