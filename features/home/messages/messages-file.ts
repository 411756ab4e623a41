import { z } from 'zod'
import type { NewRow } from '#db/schema.ts'
import { isCountry } from '#lib/is-country.ts'
import { roles } from '#web/roles.ts'
import {
  actionSchema,
  openTextModelSchema,
  pathOf,
  readViewModels,
  textSchema,
} from '#features/machinery/view-models/view-model-file.ts'
import { InvalidFileError } from '#lib/file-problem.ts'
import { readMessage } from '#shui/message/read-message.ts'
import { hasText } from '#shui/text/text-model.ts'
import { sellerLevels } from '#features/core/seller-level/seller-level.ts'

const kinds = /^(alert|success|info|dialog|alertdialog)$/i
const kind = z.string().regex(kinds, 'is not alert, success, info, dialog or alertdialog')
const type = z.union([kind, z.array(kind)]).nullish()

const hasKey = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value

const words = { text: z.string().nullish(), accessibilityText: z.string().nullish() }
const [nav, operation] = actionSchema.options
/** A control with only a name is an operation, as the kit reads it. */
const withType = (value: unknown) =>
  hasKey(value, 'name') && !hasKey(value, 'type') ? { type: 'OPERATION', ...value } : value
const bareControl = z.preprocess(withType, z.discriminatedUnion('type', [nav.extend(words), operation.extend(words)]))
const textControl = openTextModelSchema.extend({ action: z.preprocess(withType, actionSchema) })

/** A control is an action with words or a text with an action, told apart by `type` or `name`. Only the X may have no words. */
const control = z.unknown().check(({ value, issues }) => {
  const isBare = hasKey(value, 'type') || hasKey(value, 'name')
  const { data, error } = (isBare ? bareControl : textControl).safeParse(value)
  for (const issue of error?.issues ?? []) issues.push({ ...issue, input: value } as z.core.$ZodRawIssue)
  if (!data) return
  const { name } = 'action' in data ? data.action : data
  const message = 'must not be empty: only the close button needs no text'
  if (name !== 'cross' && !hasText(data)) issues.push({ code: 'custom', input: value, path: ['text'], message })
})

const count = z.int().min(0).nullish()
const model = z
  .strictObject({
    title: textSchema.nullish(),
    type,
    messageType: type,
    content: z.array(textSchema).nullish(),
    message: textSchema.nullish(),
    controls: z.array(control).nullish(),
    config: z
      .strictObject({
        messageId: z.string().min(1).nullish(),
        permanent: z.boolean().nullish(),
        maxViews: count,
        maxDismissal: count,
      })
      .nullish(),
  })
  .refine((value) => readMessage(value) !== null, 'Invalid model for shui-messages: there is nothing to show')

const some = <T extends z.ZodType>(each: T) => z.array(each).min(1, 'must not be empty')
const orders = z
  .strictObject({ min: z.int().min(0).optional(), max: z.int().min(0).optional() })
  .refine(({ min = 0, max = min }) => max >= min, 'max is less than min')
const audience = z.union([
  z.literal('all'),
  z.strictObject({
    levels: some(z.enum(sellerLevels)).optional(),
    countries: some(z.string().refine(isCountry, 'is not an ISO 3166 code of two capital letters')).optional(),
    orders: orders.optional(),
    newForDays: z.int().min(1).optional(),
    sellers: some(z.string().min(1)).max(5000).optional(),
  }),
])

const page = z
  .string()
  .regex(/^\/[^*?#]*(\/\*)?$/, 'is not a path such as /sh/ovw, or /sh/ord/* to include everything below it')
const moment = z.iso.datetime({ offset: true, error: 'is not a time with a zone such as 2026-12-24T15:00:00Z' })

const entry = z
  .strictObject({
    key: z.string().min(1).max(200),
    locale: z.enum(['all', 'en', 'de']).default('all'),
    audience: audience.default('all'),
    roles: some(z.enum([...roles, 'operator'])).optional(),
    pages: some(page).optional(),
    from: moment.optional(),
    until: moment.optional(),
    priority: z.int().min(-1000).max(1000).default(0),
    model,
  })
  .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
    path: ['until'],
    error: 'is not after from',
  })
  .refine(({ key, model: { config } }) => !config?.messageId || config.messageId === key, {
    path: ['model', 'config', 'messageId'],
    error: 'must be the message’s key, or be left out',
  })

const messagesFile = z.strictObject({ messages: z.array(entry) }).check(({ value, issues }) => {
  const first = new Map<string, number>()
  for (const [index, { key, locale }] of value.messages.entries()) {
    const before = first.get(`${locale} ${key}`)
    first.set(`${locale} ${key}`, before ?? index)
    if (before === undefined) continue
    const message = `messages[${before}] has this key for the same locale`
    issues.push({ code: 'custom', input: key, path: ['messages', index, 'key'], message })
  }
})

export type MessageRow = Required<
  Omit<NewRow<'messages'>, 'created_at' | 'broken_at' | 'removed_at' | 'seller_id' | 'written_by'>
>

export type MessagesFile = z.input<typeof messagesFile>

/**
 * Validates a messages file, which contains all of the marketplace's messages. A model without an id gets the message's
 * key, so that it can be counted. Throws InvalidFileError with one line per fault.
 */
export function parseMessages(json: unknown): MessageRow[] {
  return readViewModels(messagesFile, json).messages.map((message) => {
    const { levels, countries, orders: size, newForDays, sellers } = message.audience === 'all' ? {} : message.audience
    return {
      key: message.key,
      locale: message.locale,
      model: { ...message.model, config: { ...message.model.config, messageId: message.key } },
      levels: levels ?? null,
      countries: countries ?? null,
      min_orders: size?.min ?? null,
      max_orders: size?.max ?? null,
      new_for_days: newForDays ?? null,
      sellers: sellers ?? null,
      roles: message.roles ?? null,
      pages: message.pages ?? null,
      starts_at: message.from ? new Date(message.from) : null,
      ends_at: message.until ? new Date(message.until) : null,
      priority: message.priority,
    }
  })
}

/** Rejects rows that name unknown sellers. Throws InvalidFileError with their positions. */
export function requireSellers(rows: readonly MessageRow[], known: ReadonlySet<string>): void {
  const problems = rows.flatMap(({ sellers }, index) =>
    (sellers ?? []).flatMap((name, place) => {
      const path = pathOf(['messages', index, 'audience', 'sellers', place])
      return known.has(name) ? [] : [`${path}: no seller has the user name ${name}`]
    }),
  )
  if (problems.length > 0) throw new InvalidFileError(problems)
}
