import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { headerName } from '#lib/header-name.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { DayOrder } from '#lib/written-day.ts'
import type { FileKind } from './file-run.ts'

interface OfHeader {
  sellerId: number
  kind: FileKind
  header: readonly string[]
}

/** Column index by what it means, from 0. */
type Columns<Meaning extends string> = Partial<Record<Meaning, number>>

/** What a seller chose beside columns, by what it is about; whoever reads it checks the values. */
export type Choices = Readonly<Partial<Record<'kinds' | 'answers', Readonly<Record<string, string>>>>>

export interface ChosenColumns<Meaning extends string> {
  columns: Columns<Meaning>
  dayOrder: DayOrder | null
  choices: Choices
  chosenAt: Date
}

/** Headers remembered per seller and kind, latest first. */
const mostRemembered = 100

interface OfKind<Meaning extends string> extends Omit<OfHeader, 'header'> {
  meanings: readonly Meaning[]
}

/** A seller's choices for files of a kind, by `headerName`. */
export async function chosenColumns<Meaning extends string>(
  db: SellerDb,
  { meanings, ...of }: OfKind<Meaning>,
): Promise<ReadonlyMap<string, ChosenColumns<Meaning>>> {
  const rows = await selectChosen(db, of).orderBy('chosen_at', 'desc').limit(mostRemembered).execute()
  return new Map(rows.flatMap(({ header, ...chosen }) => (isOf(meanings, chosen) ? [[header, chosen] as const] : [])))
}

export async function rememberedColumns<Meaning extends string>(
  db: SellerDb,
  { header, meanings, ...of }: OfKind<Meaning> & OfHeader,
): Promise<ChosenColumns<Meaning> | null> {
  const row = await selectChosen(db, of).where('header', '=', headerName(header)).executeTakeFirst()
  return row && isOf(meanings, row) ? row : null
}

const selectChosen = (db: SellerDb, { sellerId, kind }: Omit<OfHeader, 'header'>) =>
  selectOfSeller(db, 'file_columns', sellerId)
    .select((of) => of.ref('columns').$castTo<Columns<string>>().as('columns'))
    .select((of) => of.ref('choices').$castTo<Choices>().as('choices'))
    .select(['header', 'day_order as dayOrder', 'chosen_at as chosenAt'])
    .where('kind', '=', kind)

/** Whether a choice has known meanings only. */
const isOf = <Meaning extends string>(
  meanings: readonly Meaning[],
  chosen: ChosenColumns<string>,
): chosen is ChosenColumns<Meaning> => Object.keys(chosen.columns).every((meaning) => isOneOf(meanings, meaning))

export async function rememberColumns(
  db: SellerDb,
  {
    sellerId,
    kind,
    header,
    columns,
    dayOrder = null,
    choices = {},
    now,
  }: OfHeader & { columns: Readonly<Columns<string>>; dayOrder?: DayOrder | null; choices?: Choices; now: Date },
): Promise<void> {
  const values = {
    columns: JSON.stringify(columns),
    choices: JSON.stringify(choices),
    day_order: dayOrder,
    chosen_at: now,
  }
  await db
    .insertInto('file_columns')
    .values({ seller_id: sellerId, kind, header: headerName(header), ...values })
    .onConflict((conflict) => conflict.columns(['seller_id', 'kind', 'header']).doUpdateSet(values))
    .execute()
}

export async function forgetColumns(db: SellerDb, { sellerId, kind, header }: OfHeader): Promise<void> {
  await deleteOfSeller(db, 'file_columns', sellerId)
    .where('kind', '=', kind)
    .where('header', '=', headerName(header))
    .execute()
}
