import * as german from './de.ts'
import * as english from './en.ts'
import type { TextKey } from './texts.ts'

type Areas = Readonly<Record<string, Readonly<Record<string, string>>>>

const joined = (areas: Areas): Record<TextKey, string> => Object.assign({}, ...Object.values(areas))

/** All messages by locale, in ICU format. */
export const [de, en] = [joined(german), joined(english)]
