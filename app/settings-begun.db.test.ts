import { addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { signedInBrowser, type TestPage } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import * as offerRules from '#features/selling/offers/offer-rules-page.tsx'
import * as caseRules from '#features/after-sale/cases/case-rules-page.tsx'
import * as costSettings from '#features/selling/costs/cost-settings-page.tsx'
import * as templates from '#features/orders/conversations/templates-page.tsx'
import * as timeAway from '#features/orders/time-away/time-away-page.tsx'
import * as printSettings from '#features/shipping/printing/print-settings-page.tsx'
import { addDays, dateAt } from '#lib/zoned-time.ts'
import { paths } from '#web/paths.ts'

const { db, hub } = await testHubAt()
const today = dateAt(hub.now(), 'UTC')

describe('changes by somebody else while a form was open', () => {
  interface Shared {
    name: string
    settings: TestPage
    path: string
    fields: Record<string, string>
    /** The input of one user and of the other. */
    mine: Record<string, string>
    theirs: Record<string, string>
    /** The version that a form was opened with. */
    // oxlint-disable-next-line typescript/no-explicit-any -- each page returns its own shape
    begunOf: (data: any) => string
  }
  const shared: Shared[] = [
    {
      name: 'bins',
      settings: printSettings,
      path: paths.printSettings,
      fields: { intent: 'bins' },
      mine: { bins: 'A-1\tCAM-1' },
      theirs: { bins: 'A-1\tCAM-1\nB-2\tCAM-2' },
      begunOf: ({ begun }) => begun.bins,
    },
    {
      name: 'print settings',
      settings: printSettings,
      path: paths.printSettings,
      fields: { paper: 'A4', labelFormat: 'a4-2x7', slipText: 'Thanks', sender: '1 Quay' },
      mine: { invoicePrefix: 'A-' },
      theirs: { taxNumber: 'GB 1' },
      begunOf: ({ begun }) => begun.settings,
    },
    {
      name: 'rules for cases',
      settings: caseRules,
      path: paths.caseRules,
      fields: {},
      mine: { refundUpTo: '20' },
      theirs: { label: '3.50' },
      begunOf: ({ begun }) => begun,
    },
    {
      name: 'rules for offers',
      settings: offerRules,
      path: paths.offerRules,
      fields: { away: 'on' },
      mine: { margin: '10' },
      theirs: { mean: 'on' },
      begunOf: ({ begun }) => begun,
    },
    {
      name: 'cost calculation',
      settings: costSettings,
      path: paths.costSettings,
      fields: { method: 'FIFO' },
      mine: { packaging: '0.85' },
      theirs: { packaging: '1.10' },
      begunOf: ({ begun }) => begun,
    },
    {
      name: 'a template',
      settings: templates,
      path: paths.templates,
      fields: { step: 'save', name: 'Sent', id: 'sent-template-0', body: 'Sent' },
      mine: { body: 'It is on its way' },
      theirs: { body: 'It left us today' },
      begunOf: ({ templates: [template] }) => template.begun,
    },
  ]
  it.each(shared)('are not reverted silently: $name', async ({ settings, path, fields, mine, theirs, begunOf }) => {
    const [ada, joe] = [await addTestMember(hub), await addTestMember(hub)]
    const seller = await addTestSeller(db, { [ada.id]: 'owner', [joe.id]: 'manager' })
    await addRows(db.owner, 'message_templates', {
      seller_id: seller,
      id: 'sent-template-0',
      name: 'Sent',
      body: 'Sent',
    })
    const [me, them] = [await signedInBrowser(hub, ada.email), await signedInBrowser(hub, joe.email)]
    const begun = async () => begunOf((await me.get(settings, path)).data)
    const first = await begun()
    const save = async (by: typeof me, typed: Record<string, string>, from = first) =>
      (await by.post(settings, path, { ...fields, ...typed, begun: from })).status
    expect(await save(them, theirs)).toBe(303)
    const changed = await begun()
    expect(await save(me, mine)).toBe(422)
    expect(await begun()).toBe(changed)
    // A resubmitted form changes nothing more; after the conflict was shown, saving is allowed.
    expect([await save(them, theirs), await save(me, mine, changed)]).toEqual([303, 303])
    const last = await begun()
    expect(last).not.toBe(changed)
    // Concurrently: the later write is told of the first.
    const both = await Promise.all([save(them, theirs, last), save(me, {}, last)])
    expect(both.toSorted((a, b) => a - b)).toEqual([303, 422])
  })
})

it('a text on slips may have 500 characters in however many lines, and a message while away 500 emoji', async () => {
  const ada = await addTestMember(hub)
  await addTestSeller(db, { [ada.id]: 'owner' })
  const me = await signedInBrowser(hub, ada.email)
  const { begun } = (await me.get(printSettings, paths.printSettings)).data as { begun: { settings: string } }
  const save = async (slipText: string) => {
    const fields = { paper: 'A4', labelFormat: 'a4-2x7', sender: '1 Quay', slipText, begun: begun.settings }
    return (await me.post(printSettings, paths.printSettings, fields)).status
  }
  const longest = `${'x\r\n'.repeat(249)}🎁🎁`
  expect([await save(`${longest}!`), await save(longest)]).toEqual([422, 303])
  const goAway = async (message: string) => {
    const days = { from: addDays(today, 1), to: addDays(today, 2) }
    return (await me.post(timeAway, paths.timeAway, { intent: 'save', ...days, except: '', message })).status
  }
  expect([await goAway('🎿'.repeat(501)), await goAway('🎿'.repeat(500))]).toEqual([422, 303])
})
