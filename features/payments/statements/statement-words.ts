import type { Texts } from '#texts/texts.ts'
import { accountWords } from '../transactions/posting-words.ts'
import { middleOf } from './statement-months.ts'
import type { StatementLine } from './statement.ts'

/** Name of a month: "October 2026". */
export const monthWords = (month: string, texts: Pick<Texts, 'moment'>): string =>
  texts.moment(middleOf(month), 'month')

/** Name of a line: "Final value fee". */
export const lineWords = ({ group, account }: StatementLine, texts: Pick<Texts, 't'>): string =>
  group === 'payouts' ? texts.t('payments.payouts') : accountWords(account, texts)
